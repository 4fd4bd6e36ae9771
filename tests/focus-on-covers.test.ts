import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GENRES } from '#contract/shapes/genres.ts'
import { contrast } from '#covers/contrast.ts'
import { colourwaysOf } from '#covers/palettes.ts'

const WEB = join(import.meta.dirname, '../web')

test('no one colour of a focus ring can be seen on all covers', () => {
  const [, light = '', dark = ''] =
    /--quill: light-dark\((#\w+), (#\w+)\)/.exec(readFileSync(join(WEB, 'ui/tokens.css'), 'utf8')) ?? []
  const grounds = GENRES.flatMap((genre) => colourwaysOf(genre).map(({ ground }) => ground))
  for (const quill of [light, dark])
    expect(Math.min(...grounds.map((ground) => contrast(quill, ground)))).toBeLessThan(1.5)
})

test.each([
  ['shelves/want-on-cards.css', '.want-on-card:focus-visible'],
  ['home/not-for-me.module.css', '.offer button:focus-visible'],
])('so a button on a cover has it on itself: %s', (path, selector) => {
  const rule = readFileSync(join(WEB, path), 'utf8').split(`${selector} {`)[1]?.split('}')[0]
  expect(rule).toMatch(/outline-offset: -\d/)
})
