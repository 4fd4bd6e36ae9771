import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { AUTHOR_MAX, TITLE_MAX } from '#contract/publishing.ts'
import { checkPdf } from './check-book.ts'
import type { BookFields } from './check-book.ts'
import { readPdf } from './read-pdf.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface ChosenPdf {
  file: File
  state: 'reading' | 'read' | 'unreadable'
  pageCount?: number
}

type FromPdf = Partial<Pick<BookFields, 'title' | 'author'>>

/** The chosen PDF. What it says of itself fills fields that are empty or that an earlier PDF filled, never what was typed. */
export const usePdf = (latest: RefObject<BookFields>, change: (patch: Partial<BookFields>) => void) => {
  const [pdf, setPdf] = useState<ChosenPdf>()
  const [error, setError] = useState<string>()
  const [firstPage, setFirstPage] = useState<Blob>()
  const filled = useRef<FromPdf>({})
  const turn = useRef(0)
  useEffect(() => () => void (turn.current = -1), [])

  const choose = async (file: File) => {
    const mine = ++turn.current
    const wrong = await checkPdf(file)
    if (mine !== turn.current) return
    setError(wrong)
    setFirstPage(undefined)
    if (wrong) return setPdf(undefined)
    setPdf({ file, state: 'reading' })
    const facts = await readPdf(file).catch(() => undefined)
    if (mine !== turn.current) return
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

  const fill = (field: 'title' | 'author', said: string): FromPdf => {
    const now = latest.current[field]
    return said && (now === '' || now === filled.current[field]) ? { [field]: said } : {}
  }

  const clear = () => {
    turn.current++
    filled.current = {}
    setPdf(undefined)
    setError(undefined)
    setFirstPage(undefined)
  }
  return { pdf, error, firstPage: useObjectUrl(firstPage), choose, clear }
}
