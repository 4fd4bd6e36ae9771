import { expect, test } from 'vitest'
import { segmentsOf, simpleSegmentsOf } from './segments.ts'

test.each([
  ['word', 'It’s 3.5 miles, said Éloïse: go on!'],
  ['word', 'one two\nthree'],
  ['sentence', 'The lamp was lit. Nobody asked by whom! “Who?” she said.'],
  ['sentence', 'Only one'],
  ['sentence', 'من هناك؟ لا أحد. حسنا، نعود.'],
  ['sentence', 'کشتی رسید۔ کون ہے؟ کوئی نہیں۔'],
  ['sentence', 'जहाज़ आया। किसने कहा? कोई नहीं।'],
  ['sentence', '船が着いた。私だ。」そう言った。'],
  ['grapheme', 'cafe\u0301 👩‍🚀!'],
  ['grapheme', ''],
] as const)('without Intl.Segmenter a %s of "%s" is the same', (granularity, text) => {
  const simple = simpleSegmentsOf(text, granularity)
  expect(simple).toEqual(segmentsOf(text, granularity))
  expect(simple.map(({ segment }) => segment).join('')).toBe(text)
})
