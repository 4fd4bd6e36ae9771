import { segmentsOf } from './segments.ts'

/** A part of a text. */
export interface Passage {
  start: number
  end: number
}

/** A title or an initial, after which a sentence goes on. */
const ABBREVIATED = /(?:^|[\s([“"'])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|ca|Nr|Bd|Vol|Fig|pp|(?!I\.)\p{L})\.\s*$/u
/** Georgian has small letters alone, as far as sentences are concerned. */
const GOES_ON = /^[\p{P}\s]*(?!\p{Script=Georgian})\p{Ll}/u

/** The sentences of a text, without the space around them. */
export const sentencesOf = (text: string): Passage[] => {
  const sentences: Passage[] = []
  for (const { segment, index } of segmentsOf(text, 'sentence')) {
    const end = index + segment.trimEnd().length
    const start = index + segment.length - segment.trimStart().length
    if (end <= start) continue
    const last = sentences.at(-1)
    // Unicode's rules know no abbreviations, and end a sentence behind a question that is quoted.
    if (last && (ABBREVIATED.test(text.slice(last.start, last.end)) || GOES_ON.test(segment))) last.end = end
    else sentences.push({ start, end })
  }
  return sentences
}
