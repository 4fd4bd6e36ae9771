import { NO_WORDS } from '#server/formats/epub/manuscript/front-matter.ts'
import type { Words } from '#server/formats/epub/manuscript/manuscript.ts'
import { dateIn } from '#server/formats/epub/read-metadata.ts'
import { plainText } from '#server/formats/plain-text.ts'
import type { MobiHeader } from './mobi-header.ts'
import { languageOfWindows } from './windows-languages.ts'

const [AUTHOR, PUBLISHER, DESCRIPTION, ISBN, SUBJECT, DATE] = [100, 101, 103, 104, 105, 106]
const [COVER, TITLE, LANGUAGE, WRITING, FIXED] = [201, 503, 524, 525, 122]
const MAX_DESCRIPTION = 5_000
const MAX_LINE = 1_000
/** What calibre writes for a title or an author that it does not know, and for a language. */
const UNKNOWN = /^(?:unknown|und)$/i

interface MobiWords {
  words: Words
  /** The number of its cover among the pictures, from 1. */
  cover: number | undefined
  isFixed: boolean
  isVertical: boolean
}

/** What a book says of itself; `name` is that of its database. */
export const readMobiWords = ({ exth, decode, fullName, locale }: MobiHeader, name: string): MobiWords => {
  const all = (kind: number) =>
    (exth.get(kind) ?? [])
      .map((bytes) => plainText(decode(bytes), MAX_LINE).replace(/\s+/g, ' '))
      .filter((value) => value !== '' && !UNKNOWN.test(value))
  const one = (kind: number) => all(kind)[0] ?? ''
  const authors = all(AUTHOR)
  const cover = exth.get(COVER)?.[0]
  const offset = cover?.length === 4 ? cover.readUInt32BE() : NONE
  const writing = one(WRITING)
  const title = [one(TITLE), plainText(fullName, MAX_LINE), name.replaceAll('_', ' ')].find(
    (value) => value !== '' && !UNKNOWN.test(value),
  )
  return {
    words: {
      ...NO_WORDS,
      title: title ?? '',
      authors: authors.length === 1 ? (authors[0] ?? '').split(/\s*;\s*/) : authors,
      language: one(LANGUAGE) || languageOfWindows(locale),
      description: plainText(decode(exth.get(DESCRIPTION)?.[0] ?? Buffer.alloc(0)), MAX_DESCRIPTION),
      direction: directionOf(writing),
      more: {
        series: undefined,
        publisher: one(PUBLISHER),
        isbn: one(ISBN),
        subjects: [...new Set(all(SUBJECT).flatMap((subject) => subject.split(/\s*;\s*/)))],
        published: dateIn(one(DATE)) ?? '',
      },
    },
    cover: offset === NONE ? undefined : offset + 1,
    isFixed: one(FIXED) === 'true',
    isVertical: writing.startsWith('vertical'),
  }
}

const NONE = 0xffffffff

/** Where pages only go to the left, as those of vertical lines do, the letters decide. */
const directionOf = (writing: string): Words['direction'] => {
  if (writing === 'horizontal-rl') return 'rtl'
  return writing === 'horizontal-lr' ? 'ltr' : null
}
