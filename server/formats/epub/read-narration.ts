import type { EpubNarration } from '#contract/shapes/epub.ts'
import type { BookReferences } from './book-references.ts'
import { resolveInBook } from './book-path.ts'
import { attributeOf, descendantsOf, elementsOf, readTree, type XmlNode } from './xml-tree.ts'

const MAX_CLIPS = 20_000
const UNITS: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001 }

/**
 * The recorded narration of a chapter, from its media overlay (EPUB 3, SMIL): what is heard for each of its elements, in
 * their order. Empty where the overlay can't be read.
 */
export const readNarration = (
  source: string,
  {
    path,
    chapter,
    references,
  }: { path: string; chapter: string; references: Pick<BookReferences, 'resource' | 'file'> },
): EpubNarration[] => {
  try {
    return descendantsOf(readTree(source), 'par')
      .slice(0, MAX_CLIPS)
      .flatMap((par) => clipOf(par, path, chapter, references))
  } catch {
    return []
  }
}

const clipOf = (
  par: XmlNode,
  base: string,
  chapter: string,
  { resource, file }: Pick<BookReferences, 'resource' | 'file'>,
): EpubNarration[] => {
  const part = (name: string) => elementsOf(par).find((one) => one.name === name)
  const words = attributeOf(part('text'), 'src') ?? ''
  const text = resolveInBook(base, words)
  const audio = part('audio')
  const source = attributeOf(audio, 'src')
  if (!text?.fragment || source === undefined || file(words) !== chapter) return []
  const begin = secondsOf(attributeOf(audio, 'clipBegin')) ?? 0
  const end = secondsOf(attributeOf(audio, 'clipEnd')) ?? null
  const recording = end !== null && end <= begin ? undefined : resource(source)
  return recording === undefined ? [] : [{ id: text.fragment, path: recording, begin, end }]
}

/** A clock value of SMIL, such as 0:01:05.5, 01:05.5, 65.5s or 65500ms; undefined for none. */
export const secondsOf = (clock: string | undefined): number | undefined => {
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)$/.exec(clock ?? '') ?? []
  if (minutes !== undefined && seconds !== undefined)
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const [, count, unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?)(h|min|s|ms)?$/.exec(clock ?? '') ?? []
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 1)
}
