import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { BookFormatName } from '#contract/values/books.ts'
import { TOLD_FIELDS } from '#contract/shapes/detail-fields.ts'
import { pick } from '#contract/shapes/record-of.ts'
import type { PageSize } from '#covers/mount-page.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { toFileHelp, toKindHelp } from './file-help.ts'
import { BOOK_FORM } from '#web/messages/book-form.ts'
import { checkFile } from './check-book.ts'
import type { BookFields } from './check-book.ts'
import { faultOf, notesOnPdf, readFacts } from './read-book-file.ts'
import type { FileFacts, FileNotes, ManuscriptPreview } from './read-book-file.ts'
import type { PageImage } from './read-pdf.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface ChosenFile extends Partial<FileNotes> {
  file: File
  format: BookFormatName
  state: 'reading' | 'read' | 'unreadable'
  pageCount?: number
  /** As the file has it. */
  title?: string
  /** What the library leaves out of it, in a sentence each. */
  findings?: readonly string[]
  /** The contents of a manuscript, and where its words were changed. */
  preview?: ManuscriptPreview | null | undefined
  chapterLines?: readonly string[] | undefined
}

/** The first page as an image, and its size if it is mounted on a board. */
export interface FirstPage {
  url: string
  mounted: PageSize | undefined
}

/** What a cover can be made from. */
interface Pictures {
  cover: string | undefined
  firstPage: PageImage | undefined
}

/** The fields that are filled from a file. */
const WORDS = ['title', 'author', 'caption', 'language'] as const
const FILLED = [...WORDS, ...TOLD_FIELDS, 'tags'] as const
type FilledFields = Partial<Pick<BookFields, (typeof FILLED)[number]>>

/**
 * The chosen file. What it says of itself fills fields that are empty or were filled from an earlier file, never what was
 * typed; of a new book its cover is chosen too, unless another was.
 */
export const useBookFile = (
  latest: RefObject<BookFields>,
  { change, isNew }: { change: (patch: Partial<BookFields>) => void; isNew: boolean },
) => {
  const { maxEpubMegabytes } = useSiteSettings()
  const [chosen, setChosen] = useState<ChosenFile>()
  const [error, setError] = useState<string>()
  const [help, setHelp] = useState<string>()
  const [pictures, setPictures] = useState<Pictures>()
  const filled = useRef<FilledFields>({})
  const latestRead = useRef(0)
  const looking = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      latestRead.current = -1
      looking.current?.abort()
    },
    [],
  )

  const choose = async (file: File) => {
    const thisRead = ++latestRead.current
    looking.current?.abort()
    const checked = await checkFile(file, maxEpubMegabytes)
    if (thisRead !== latestRead.current) return
    // A kind that is known is no PDF, and nobody who chose it needs one.
    const ofKind = checked.error === BOOK_FORM.noFile ? toKindHelp(file) : undefined
    setError(ofKind ?? checked.error)
    setHelp(checked.error === BOOK_FORM.noFile && !ofKind ? toFileHelp(file) : undefined)
    setPictures(undefined)
    const { format } = checked
    if (!format) return setChosen(undefined)
    setChosen({ file, format, state: 'reading' })
    let read: FileFacts
    try {
      read = await readFacts(file, format)
    } catch (thrown) {
      if (thisRead !== latestRead.current) return
      const fault = faultOf(thrown, file)
      setError(fault)
      return setChosen(fault ? undefined : { file, format, state: 'unreadable' })
    }
    if (thisRead !== latestRead.current) return
    const { title, pageCount, findings, preview, chapterLines, notes } = read
    setChosen({ file, format, state: 'read', title, pageCount, findings, preview, chapterLines, ...notes })
    // Reading a PDF in the browser gives none.
    if (!notes) void look(file)
    const told: FilledFields = { ...read.details, ...pick(read, WORDS) }
    const words = Object.fromEntries(FILLED.flatMap((field) => fill(field, told[field] ?? '')))
    filled.current = { ...filled.current, ...words }
    change({ ...words, chaptersByLooks: undefined })
    const pictures = { cover: read.cover, firstPage: await read.firstPage }
    if (thisRead !== latestRead.current) return
    setPictures(pictures)
    change(chooseCover(pictures))
  }

  /** The library looks at a PDF in the background: nobody has to wait for that. */
  const look = async (file: File) => {
    const controller = new AbortController()
    looking.current = controller
    const notes = await notesOnPdf(file, controller.signal)
    setChosen((now) => (now?.file === file ? { ...now, ...notes } : now))
  }

  const fill = (field: keyof FilledFields, value: string): [string, string][] => {
    const typed = latest.current[field]
    return value && (typed === '' || typed === filled.current[field]) ? [[field, value]] : []
  }

  /** The cover in the file, until another is chosen; one of the series in place of one that this file lacks. */
  const chooseCover = ({ cover, firstPage }: Pictures): Partial<BookFields> => {
    const { cover: choice, coverSeed } = latest.current
    const isUntouched = isNew && choice === 'series' && coverSeed === 0
    if (cover && (isUntouched || choice === 'first-page')) return { cover: 'file' }
    const isLacking = (choice === 'file' && !cover) || (choice === 'first-page' && !firstPage)
    return isLacking ? { cover: isNew ? 'series' : 'current' } : {}
  }

  const clear = () => {
    latestRead.current++
    looking.current?.abort()
    filled.current = {}
    setChosen(undefined)
    setError(undefined)
    setHelp(undefined)
    setPictures(undefined)
  }
  const url = useObjectUrl(pictures?.firstPage?.image)
  const mounted = pictures?.firstPage?.mounted
  const firstPage = useMemo<FirstPage | undefined>(() => (url ? { url, mounted } : undefined), [url, mounted])
  return {
    chosen,
    error,
    help,
    firstPage,
    fileCover: pictures?.cover,
    choose,
    clear,
    /** Ends what goes on in the background, before the file itself is sent. */
    stopLooking: () => looking.current?.abort(),
  }
}
