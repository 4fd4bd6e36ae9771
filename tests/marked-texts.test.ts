import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast, mix } from '#covers/contrast.ts'

const WEB = join(import.meta.dirname, '../web')
const DARK = ":global(:is([data-room='dusk'], [data-room='night']))"
const AA = 4.5
/** What can be seen as a mark on a page. */
const SEEN = 1.3

const tokens = readFileSync(join(WEB, 'ui/tokens.css'), 'utf8')
const tokenOf = (name: string) => new RegExp(`--${name}: (#[\\da-f]{6})`).exec(tokens)?.[1] ?? ''

/** The cloth and its share that a rule of a style sheet mixes for a property. */
const mixIn = (path: string, selector: string, property: string) => {
  const sheet = readFileSync(join(WEB, path), 'utf8')
  const rule = sheet.slice(sheet.lastIndexOf(`${selector} {`)).split('}')[0] ?? ''
  const [, cloth = '', percent = ''] =
    new RegExp(`${property}: color-mix\\(in srgb, var\\(--(.+?)\\) (\\d+)%`).exec(rule) ?? []
  return { colour: tokenOf(cloth), share: Number(percent) / 100 }
}

const grey = (share: number) => mix('#000000', '#ffffff', share)

/** A page of a PDF in a dark room, whose filter inverts black and white. */
const pageIn = (room: string) => {
  const inverted = Number(new RegExp(`room='${room}'\\] \\{[^}]*invert\\(([\\d.]+)\\)`).exec(tokens)?.[1])
  return { sheet: grey(1 - inverted), text: grey(inverted) }
}

/** As `mix-blend-mode: screen` blends two colours. */
const screen = (one: string, other: string) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [
        number,
        number,
      ]
      return Math.round((1 - (1 - a) * (1 - b)) * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

const expectReadable = (text: string, ground: string, sheet: string) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(AA)
  expect(contrast(ground, sheet)).toBeGreaterThanOrEqual(SEEN)
}

test.each(['dusk', 'night'].flatMap((room) => ['gold', 'blue', 'red', 'ink'].map((mark) => [mark, room] as const)))(
  'a text marked in %s can be read on a page in the %s room',
  (mark, room) => {
    const { colour, share } = mixIn('marks/draw-marks.module.css', `${DARK} .mark[data-color='${mark}']`, '--mark')
    const { sheet, text } = pageIn(room)
    const light = mix('#000000', colour, share)
    expectReadable(screen(text, light), screen(sheet, light), sheet)
  },
)

test.each(
  ['dusk', 'night'].flatMap((room) =>
    [
      [
        'found',
        'reading/reader.module.css',
        `${DARK} .viewerContainer :global(.textLayer .highlight)`,
        '--highlight-bg-color',
      ],
      ['spoken', 'reading/aloud/read-aloud.module.css', `${DARK} ::highlight(spoken)`, 'background-color'],
    ].map(
      ([what, path, selector, property]) =>
        [what, room, path, selector, property] as [string, string, string, string, string],
    ),
  ),
)('a text that is %s can be read on a page in the %s room', (_, room, path, selector, property) => {
  const { colour, share } = mixIn(path, selector, property)
  const { sheet, text } = pageIn(room)
  expectReadable(mix(text, colour, share), mix(sheet, colour, share), sheet)
})

test.each(['--mark-gold', '--mark-ink', '--mark-red', '--mark-blue', '--find-match'])(
  'a text under %s can be read in a book of the dusk room',
  (property) => {
    const { colour, share } = mixIn('reading/epub/epub.module.css', ":global([data-room='night']) .frames", property)
    const [, ink = ''] = /--ink: light-dark\(#[\da-f]{6}, (#[\da-f]{6})\)/.exec(tokens) ?? []
    const { sheet } = pageIn('dusk')
    expect(contrast(ink, mix(sheet, colour, share))).toBeGreaterThanOrEqual(AA)
  },
)

test.each([
  ['a marked text', '.mark:focus-visible > span'],
  ['a bookmark', ".mark[data-color='bookmark']:focus-visible"],
])('the focus on %s can be seen on white and on dark pages', (_, selector) => {
  const sheet = readFileSync(join(WEB, 'marks/draw-marks.module.css'), 'utf8')
  const rule = sheet.split(`\n${selector} {`)[1]?.split('}')[0]
  expect(rule).toContain('outline: 3px solid var(--focus-line, var(--cloth-blue))')
  expect(sheet.split(`\n${DARK} .mark {`)[1]?.split('}')[0]).toContain('--focus-line: var(--cloth-paper)')
  expect(contrast(tokenOf('cloth-blue'), tokenOf('sheet'))).toBeGreaterThanOrEqual(3)
  for (const room of ['dusk', 'night']) {
    const page = pageIn(room).sheet
    expect(contrast(screen(tokenOf('cloth-paper'), page), page)).toBeGreaterThanOrEqual(3)
  }
})
