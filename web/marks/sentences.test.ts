import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const of = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['white space belongs to none', ' One.  Two! Three? ', ['One.', 'Two!', 'Three?']],
  ['titles do not end a sentence', 'Mr. Fenn met Dr. Rook. They left.', ['Mr. Fenn met Dr. Rook.', 'They left.']],
  ['initials do not end a sentence', 'J. K. Fenn came. Nobody knew.', ['J. K. Fenn came.', 'Nobody knew.']],
  ['the word I can end one', 'It was I. Then she spoke.', ['It was I.', 'Then she spoke.']],
  ['a quoted question goes on', '“Why?” he asked. Nobody knew.', ['“Why?” he asked.', 'Nobody knew.']],
  ['German abbreviations', 'Das gilt z. B. heute. Und morgen.', ['Das gilt z. B. heute.', 'Und morgen.']],
  ['Japanese', '猫である。名前はまだ無い。', ['猫である。', '名前はまだ無い。']],
  ['Georgian', 'იყო ერთი კაცი. მას სამი შვილი ჰყავდა.', ['იყო ერთი კაცი.', 'მას სამი შვილი ჰყავდა.']],
  ['a text without an end is one', 'Contents Chapter 1', ['Contents Chapter 1']],
  ['space alone has none', ' \n ', []],
])('%s', (_, text, sentences) => {
  expect(of(text)).toEqual(sentences)
})
