import * as css from 'css-tree'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Declarations that name a side of the screen, where no page in another direction may mirror them, and why. */
const PHYSICAL: Record<string, string> = {
  'web/books/caption.module.css .drop::first-letter float': 'A drop cap is a Latin letter.',
  'web/books/caption.module.css .drop::first-letter padding': 'A drop cap is a Latin letter.',
  'web/marks/draw-marks.module.css .mark[data-color="bookmark"] inset': 'On the page of a book.',
  'web/marks/mark-popover.module.css .popover inset': 'A script measures where it is.',
  'web/reading/reader.module.css .viewerContainer :global(.page.cropped > *) inset': 'On the page of a book.',
}

const SIDES = ['left', 'right']
const FOUR_SIDES = /^(?:inset|margin|padding|border-(?:width|style|color)|scroll-(?:margin|padding))$/
/** Properties in whose values a side is a word of its own; `var(--start)` and `var(--end)` name it there. */
const SIDED =
  /^(?:float|clear|text-align(?:-last)?|justify-(?:content|items|self)|(?:background|object|mask|perspective|transform)(?:-position|-origin)?|background-image)$/

const SHADOW = /^(?:box|text)-shadow$/
/** The first length of a shadow, which says how far to the right it is. */
const FIRST_LENGTH = /^(?:inset )?-?(?:\d*\.)?\d*[1-9]/

const wordsOf = (value: css.Value | css.Raw) =>
  value.type === 'Value' ? value.children.toArray().filter(({ type }) => type !== 'WhiteSpace') : []

const isPhysical = ({ property, value }: css.Declaration): boolean => {
  if (property.split('-').some((part) => SIDES.includes(part))) return true
  const words = wordsOf(value).map((word) => css.generate(word))
  if (FOUR_SIDES.test(property)) return words.length === 4 && words[1] !== words[3]
  if (property === 'border-radius') {
    const [first, second = first, third = first, fourth = second] = words
    return first !== second || third !== fourth
  }
  if (SHADOW.test(property))
    return css
      .generate(value)
      .split(',')
      .some((shadow) => FIRST_LENGTH.test(shadow))
  const named = new Set(css.findAll(value, ({ type }) => type === 'Identifier').map((word) => css.generate(word)))
  if (SIDED.test(property) && SIDES.some((side) => named.has(side))) return true
  // What moves or leans along the line takes `var(--mirror)`.
  const turns = css.findAll(value, (node) => node.type === 'Function' && /^(?:translateX?|skewX?)$/.test(node.name))
  return turns.some((turn) => {
    const first = turn.type === 'Function' ? css.generate(turn.children.first ?? turn) : ''
    return first !== '0' && !first.includes('--mirror')
  })
}

const sheets = (await readdir(join(ROOT, 'web'), { recursive: true }))
  .filter((path) => path.endsWith('.css'))
  .map((path) => `web/${path}`)

test('styles name the begin and the end of a line, not the left and the right of the screen', () => {
  const found = sheets.flatMap((path) => {
    const physical: string[] = []
    css.walk(css.parse(readFileSync(join(ROOT, path), 'utf8')), function (node) {
      if (node.type !== 'Declaration' || !isPhysical(node)) return
      physical.push(`${path} ${this.rule ? css.generate(this.rule.prelude) : ''} ${node.property}`)
    })
    return physical
  })
  expect(sheets.length).toBeGreaterThan(100)
  expect(found.toSorted()).toEqual(Object.keys(PHYSICAL).toSorted())
})
