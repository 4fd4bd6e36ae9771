import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spokenPartsOf } from './spoken-parts.ts'

const of = (text: string) => spokenPartsOf(text).map((part) => part.text)

test('a sentence is one part', () => {
  expect(of('The lamp burned. Nobody came.')).toEqual(['The lamp burned.', 'Nobody came.'])
})

test('rules of signs are not spoken', () => {
  expect(of('The lamp burned. * * * Nobody came.')).toEqual(['The lamp burned.', '* * * Nobody came.'])
  expect(of('* * *')).toEqual([])
  expect(of('. . . . .')).toEqual([])
})

const LONG = 'the lamp burned until the morning '.repeat(5)

test('a long sentence is cut where the voice pauses', () => {
  expect(of(`${LONG}in the tower, above the sea, and nobody came to put it out.`)).toEqual([
    `${LONG}in the tower, above the sea,`,
    'and nobody came to put it out.',
  ])
  expect(of(`${LONG}in one night; above the sea, and nobody came.`)).toEqual([
    `${LONG}in one night;`,
    'above the sea, and nobody came.',
  ])
})

test.each([
  ['Arabic commas', 'كان الضباب يغطي الجبال البعيدة '.repeat(6), 'فوق البحر،', ' ولم يأت أحد ليطفئ المصباح'],
  ['Arabic semicolons', 'كان الضباب يغطي الجبال البعيدة '.repeat(6), 'فوق البحر؛', ' ولم يأت أحد، ليطفئ المصباح'],
  ['Chinese semicolons', '雾盖住了远处的山'.repeat(22), '门每年只开一次；', '谁也不知道，为什么钟楼上的钟停了下来了'],
  ['Japanese commas', '霧が遠くの山を覆い'.repeat(20), '船が着き、', '誰もその時計がなぜ止まったのか知らなかった'],
])('a long sentence is cut at %s', (_, begin, pause, rest) => {
  expect(of(begin + pause + rest)).toEqual([begin + pause, rest.trim()])
})

test('a long sentence without a pause is cut between words', () => {
  const parts = of(LONG.repeat(3).trim())
  expect(parts.join(' ')).toBe(LONG.repeat(3).trim())
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(200)
})

test('every letter of a text is in exactly one part, where the part says', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('lamp', 'Mr.', 'night.', ',', ';', ' ', '\u{1F56F}', '夜', 'x'.repeat(150), '“Why?”'), {
        maxLength: 60,
      }),
      (words) => {
        const text = words.join(' ')
        const parts = spokenPartsOf(text)
        for (const { text: spoken, start, end } of parts) {
          expect(text.slice(start, end)).toBe(spoken)
          expect(spoken.length).toBeLessThanOrEqual(200)
        }
        const letters = (value: string) => value.replace(/[^\p{L}]/gu, '')
        expect(letters(parts.map((part) => part.text).join(''))).toBe(letters(text))
      },
    ),
  )
})
