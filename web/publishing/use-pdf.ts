import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { AUTHOR_MAX, TITLE_MAX } from '#contract/calls/publishing.ts'
import { checkPdf } from './check-book.ts'
import type { BookFields } from './check-book.ts'
import { readPdf } from './read-pdf.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface ChosenPdf {
  file: File
  state: 'reading' | 'read' | 'unreadable'
  pageCount?: number
}

type FilledFields = Partial<Pick<BookFields, 'title' | 'author'>>

/** The chosen PDF. Its metadata fills fields that are empty or were filled from an earlier PDF, never what was typed. */
export const usePdf = (latest: RefObject<BookFields>, change: (patch: Partial<BookFields>) => void) => {
  const [pdf, setPdf] = useState<ChosenPdf>()
  const [error, setError] = useState<string>()
  const [firstPage, setFirstPage] = useState<Blob>()
  const filled = useRef<FilledFields>({})
  const latestRead = useRef(0)
  useEffect(() => () => void (latestRead.current = -1), [])

  const choose = async (file: File) => {
    const thisRead = ++latestRead.current
    const problem = await checkPdf(file)
    if (thisRead !== latestRead.current) return
    setError(problem)
    setFirstPage(undefined)
    if (problem) return setPdf(undefined)
    setPdf({ file, state: 'reading' })
    const facts = await readPdf(file).catch(() => undefined)
    if (thisRead !== latestRead.current) return
    if (!facts) return setPdf({ file, state: 'unreadable' })
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
    setFirstPage(undefined)
  }
  return { pdf, error, firstPage: useObjectUrl(firstPage), choose, clear }
}
