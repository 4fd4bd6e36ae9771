import { pageAt, shareOf } from '#server/reading/same-share.ts'
import type { PageMark } from '#server/formats/book-format.ts'
import type { DocumentFile } from './find-document.ts'

/** A place as KOReader writes it: the page of a PDF, or the part of an EPUB with the way to an element. */
export interface Progress {
  progress: string
  /** How much lies before it, from 0 to 1. */
  percentage: number
}

type File = Pick<DocumentFile, 'isEpub' | 'pageCount' | 'spine' | 'firstPages' | 'pageMarks'>

const PAGE = /^\d{1,9}$/
const PART = /^\/body\/DocFragment\[(\d{1,9})\]/

/** The page of a place, in the file that it is of. In an EPUB it is the share of the whole book, within its chapter. */
export const toPage = (
  { isEpub, pageCount, spine, firstPages, pageMarks }: File,
  { progress, percentage }: Progress,
): number => {
  const byShare = pageAt(percentage, pageCount)
  if (!isEpub) return PAGE.test(progress) ? Math.min(Math.max(Number(progress), 1), pageCount) : byShare
  const part = Number(PART.exec(progress)?.[1])
  if (pageMarks) return Number.isNaN(part) ? byShare : Math.min(markedPage(pageMarks, progress, part), pageCount)
  // Items of the spine without a chapter belong to the one before.
  const chapter = spine.findLastIndex((number) => number <= part)
  if (chapter < 0) return byShare
  const first = firstPages[chapter] ?? 1
  const last = Math.max((firstPages[chapter + 1] ?? pageCount + 1) - 1, first)
  return Math.min(Math.max(byShare, first), last)
}

/** An element of a chapter in an EPUB of pages, whose chapters have one section. */
const IN_SECTION =
  /^\/body\/DocFragment\[\d{1,9}\]\/body(?:\[1\])?\/section(?:\[1\])?\/([a-z][a-z0-9]*)(?:\[(\d{1,9})\])?/

const countOf = ({ before }: PageMark, name: string): number => (Object.hasOwn(before, name) ? (before[name] ?? 0) : 0)

/** The page that an element is on, or with which a part of the EPUB begins. */
const markedPage = (marks: PageMark[], progress: string, part: number): number => {
  const [, name, number = 1] = IN_SECTION.exec(progress) ?? []
  const isBefore = (mark: PageMark) =>
    name === undefined ? Object.keys(mark.before).length === 0 : countOf(mark, name) < Number(number)
  return Math.max(marks.findLastIndex((mark) => mark.part < part || (mark.part === part && isBefore(mark))) + 1, 1)
}

/** A page of a file as a place: of an EPUB the begin of its chapter. Undefined if its chapters are not known. */
export const toProgress = (
  { isEpub, pageCount, spine, firstPages, pageMarks }: File,
  page: number,
): Progress | undefined => {
  if (!isEpub) return { progress: String(page), percentage: page / pageCount }
  const mark = pageMarks?.[page - 1]
  if (mark)
    return {
      progress: `/body/DocFragment[${mark.part}]/body/section[1]/${mark.name}[${countOf(mark, mark.name) + 1}]`,
      percentage: shareOf(page, pageCount),
    }
  const chapter = Math.max(
    firstPages.findLastIndex((first) => first <= page),
    0,
  )
  const part = spine[chapter]
  return part === undefined
    ? undefined
    : { progress: `/body/DocFragment[${part}]/body`, percentage: shareOf(page, pageCount) }
}

const DIVISIONS = /^(\/body\/DocFragment\[\d{1,9}\]\/body(?:\[1\])?)\/div(?:\[1\])?\/div(?:\[1\])?(?=[/.]|$)/
const BODY = /^(\/body\/DocFragment\[\d{1,9}\]\/body)(?=\/)/
/** A KEPUB has further elements around texts and pictures. */
const AMONG_SENTENCES = /\/(?:span|img|picture|text\(\))(?=[[/.]|$).*$/s

/** A place in a KEPUB as one in the EPUB that it was made of, in whose body there are no two elements around all. */
export const fromKepub = (progress: string): string => progress.replace(DIVISIONS, '$1')

/** The paragraph of a place in an EPUB, in a KEPUB that is made of it. */
export const toKepub = (progress: string): string =>
  progress.replace(BODY, '$1/div[1]/div[1]').replace(AMONG_SENTENCES, '')
