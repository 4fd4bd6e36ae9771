import { useRef } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { getBookPdf } from '#contract/books.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { READING } from '#web/words/reading.ts'
import { Opening } from './opening.tsx'
import css from './reader.module.css'
import { Toolbar } from './toolbar.tsx'
import { useKeys } from './use-keys.ts'
import { useViewer } from './use-viewer.ts'

interface ReaderProps {
  book: Pick<BookDetail, '_id' | 'title' | 'author'>
  url: string
  /** Asks for a new link, which may have run out. */
  onRetry: () => void
}

/** The pages, a thin toolbar, and a line at the foot that says how far one has come. */
export const Reader = ({ book, url, onRetry }: ReaderProps) => {
  const desk = useRef<HTMLDivElement>(null)
  const { state, turn, reopen } = useViewer(desk, url)
  useKeys(desk, turn)
  const retry = () => {
    onRetry()
    reopen()
  }
  return (
    <div className={css.reader}>
      <Toolbar book={book} url={url} state={state} turn={turn} />
      <div className={css.place}>
        <div
          ref={desk}
          className={classNames(css.desk, state.step !== 'open' && css.unseen)}
          tabIndex={0}
          role="region"
          aria-label={state.step === 'open' ? READING.pageOf(state.page, state.pages) : READING.pages}
        >
          <div className="pdfViewer" />
        </div>
        {state.step === 'opening' && (
          <div className={css.over}>
            <Opening />
          </div>
        )}
        {state.step === 'failed' && (
          <div className={css.over}>
            <ErrorNotice message={getBookPdf.failed} onRetry={retry} />
          </div>
        )}
      </div>
      <div className={css.line}>
        <Progress value={state.step === 'open' ? state.page / state.pages : 0} label={READING.soFar} />
      </div>
    </div>
  )
}
