import { pageAt, shareOf } from '#server/reading/same-share.ts'
import type { DocumentFile } from './find-document.ts'

/** A place as KOReader writes it: the page of a PDF, or the part of an EPUB with the way to an element. */
export interface Progress {
  progress: string
  /** How much lies before it, from 0 to 1. */
  percentage: number
}

type File = Pick<DocumentFile, 'isEpub' | 'pageCount' | 'spine' | 'firstPages'>

const PAGE = /^\d{1,9}$/
const PART = /^\/body\/DocFragment\[(\d{1,9})\]/

/** The page of a place, in the file that it is of. In an EPUB it is the share of the whole book, within its chapter. */
export const toPage = ({ isEpub, pageCount, spine, firstPages }: File, { progress, percentage }: Progress): number => {
  const byShare = pageAt(percentage, pageCount)
  if (!isEpub) return PAGE.test(progress) ? Math.min(Math.max(Number(progress), 1), pageCount) : byShare
  const part = Number(PART.exec(progress)?.[1])
  // Items of the spine without a chapter belong to the one before.
  const chapter = spine.findLastIndex((number) => number <= part)
  if (chapter < 0) return byShare
  const first = firstPages[chapter] ?? 1
  const last = Math.max((firstPages[chapter + 1] ?? pageCount + 1) - 1, first)
  return Math.min(Math.max(byShare, first), last)
}

/** A page of a file as a place: of an EPUB the begin of its chapter. Undefined if its chapters are not known. */
export const toProgress = ({ isEpub, pageCount, spine, firstPages }: File, page: number): Progress | undefined => {
  if (!isEpub) return { progress: String(page), percentage: page / pageCount }
  const chapter = Math.max(
    firstPages.findLastIndex((first) => first <= page),
    0,
  )
  const part = spine[chapter]
  return part === undefined
    ? undefined
    : { progress: `/body/DocFragment[${part}]/body`, percentage: shareOf(page, pageCount) }
}
