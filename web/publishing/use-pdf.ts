import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { AUTHOR_MAX, TITLE_MAX } from '#contract/calls/publishing.ts'
import type { PageSize } from '#covers/mount-page.ts'
import { FILE_STEP, toPdfHelp } from '#web/messages/publishing.ts'
import { NO_PDF, checkPdf } from './check-book.ts'
import type { BookFields } from './check-book.ts'
import { faultOf, readPdf } from './read-pdf.ts'
import type { PageImage, PdfFacts } from './read-pdf.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface ChosenPdf {
  file: File
  state: 'reading' | 'read' | 'unreadable'
  pageCount?: number
}

/** The first page as an image, and its size if it is mounted on a board. */
export interface FirstPage {
  url: string
  mounted: PageSize | undefined
}

type FilledFields = Partial<Pick<BookFields, 'title' | 'author'>>

/** The chosen PDF. Its metadata fills fields that are empty or were filled from an earlier PDF, never what was typed. */
export const usePdf = (latest: RefObject<BookFields>, change: (patch: Partial<BookFields>) => void) => {
  const [pdf, setPdf] = useState<ChosenPdf>()
  const [error, setError] = useState<string>()
  const [help, setHelp] = useState<string>()
  const [firstPage, setFirstPage] = useState<PageImage>()
  const filled = useRef<FilledFields>({})
  const latestRead = useRef(0)
  useEffect(() => () => void (latestRead.current = -1), [])

  const choose = async (file: File) => {
    const thisRead = ++latestRead.current
    const problem = await checkPdf(file)
    if (thisRead !== latestRead.current) return
    setError(problem)
    setHelp(problem === NO_PDF ? toPdfHelp(file) : undefined)
    setFirstPage(undefined)
    if (problem) return setPdf(undefined)
    setPdf({ file, state: 'reading' })
    let facts: PdfFacts
    try {
      facts = await readPdf(file)
    } catch (thrown) {
      if (thisRead !== latestRead.current) return
      const fault = faultOf(thrown)
      setError(fault && FILE_STEP.faults[fault](file.name))
      return setPdf(fault ? undefined : { file, state: 'unreadable' })
    }
    if (thisRead !== latestRead.current) return
    setPdf({ file, state: 'read', pageCount: facts.pageCount })
    setFirstPage(facts.firstPage)
    const patch = {
      ...fill('title', facts.title.slice(0, TITLE_MAX)),
      ...fill('author', facts.author.slice(0, AUTHOR_MAX)),
    }
    filled.current = { ...filled.current, ...patch }
    change(patch)
  }

  const fill = (field: 'title' | 'author', value: string): FilledFields => {
    const typed = latest.current[field]
    return value && (typed === '' || typed === filled.current[field]) ? { [field]: value } : {}
  }

  const clear = () => {
    latestRead.current++
    filled.current = {}
    setPdf(undefined)
    setError(undefined)
    setHelp(undefined)
    setFirstPage(undefined)
  }
  const url = useObjectUrl(firstPage?.image)
  const mounted = firstPage?.mounted
  const shownPage = useMemo<FirstPage | undefined>(() => (url ? { url, mounted } : undefined), [url, mounted])
  return { pdf, error, help, firstPage: shownPage, choose, clear }
}
