import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinChapterText } from '#contract/shapes/chapter-text.ts'
import { EDGE, type Piece, flatten, segmentAt } from './flat-text.ts'

const pieces = fc.array(
  fc.oneof(
    fc.constant(EDGE),
    fc
      .array(fc.constantFrom('a', 'b', ' ', '\n', '\t', '\u00ad', '\u2060', '\ufeff', '夜', '\u{1F56F}'), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
  ),
  { maxLength: 12 },
)

test('the flat text is the text of the server, with a space for each line feed', () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const onServer = joinChapterText(list.map((piece) => (piece === EDGE ? '\n' : piece)))
      expect(flatten(list).text).toBe(onServer.replaceAll('\n', ' '))
    }),
  )
})

test('each character of the flat text comes from the place that its segment names', () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const { text, segments } = flatten(list)
      for (const [at, character] of text.split('').entries()) {
        const segment = segmentAt(segments, at)
        const piece: Piece = list[segment?.piece ?? -1] ?? ''
        const origin = piece === EDGE ? ' ' : piece[(segment?.offset ?? 0) + at - (segment?.at ?? 0)]
        expect(/\s/.test(origin ?? '') ? ' ' : origin).toBe(character)
      }
    }),
  )
})
