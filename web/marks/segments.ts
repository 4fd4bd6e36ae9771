/** A part of a text, as `Intl.Segmenter` gives it. */
interface Segment {
  segment: string
  index: number
  isWordLike: boolean
}

type Granularity = 'grapheme' | 'word' | 'sentence'

/** For Firefox 115, which has no `Intl.Segmenter`: right for scripts that put spaces between words. */
const SIMPLE: Record<Granularity, RegExp> = {
  grapheme: /\P{M}\p{M}*(?:\u200d\P{M}\p{M}*)*\u200d?|\p{M}+/gu,
  word: /[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}\p{M}_]+)*|\s+|[^]/gu,
  sentence: /[^]+?(?:[.!?…؟۔।॥]+["'”’)\]]*(?:\s+|$)|[。！？]+[」』）]*|\n+|$)/gu,
}
const WORD = /[\p{L}\p{N}]/u

/** The graphemes, words or sentences of a text; the words with what is between them. */
export const segmentsOf = (text: string, granularity: Granularity): Segment[] => {
  if ('Segmenter' in Intl)
    return Array.from(
      new Intl.Segmenter(undefined, { granularity }).segment(text),
      ({ segment, index, isWordLike }) => ({
        segment,
        index,
        isWordLike: isWordLike ?? false,
      }),
    )
  return simpleSegmentsOf(text, granularity)
}

export const simpleSegmentsOf = (text: string, granularity: Granularity): Segment[] =>
  Array.from(text.matchAll(SIMPLE[granularity]), ({ 0: segment, index }) => ({
    segment,
    index,
    isWordLike: granularity === 'word' && WORD.test(segment),
  })).filter(({ segment }) => segment !== '')
