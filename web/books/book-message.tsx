import type { ReactNode } from 'react'
import { Head } from '#web/document/head.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { BOOK } from '#web/messages/books.ts'
import css from './book-message.module.css'

/** Shown for a book that does not exist; its children are links to continue with. */
export const BookMissing = ({ children }: { children: ReactNode }) => (
  <div className={`wrap ${css.message}`}>
    <Head title={BOOK.notFound} />
    <h1 className="d2">{BOOK.notFound}</h1>
    <p className="prose">{BOOK.notFoundText}</p>
    {children}
  </div>
)

interface BookFailedProps {
  message: string
  onRetry: () => void
  children: ReactNode
}

/** Shown when loading a book failed. */
export const BookFailed = ({ message, onRetry, children }: BookFailedProps) => (
  <div className={`wrap ${css.message}`}>
    <Head title={BOOK.failedTitle} />
    <h1 className="d1">{BOOK.failedTitle}</h1>
    <ErrorNotice message={message} onRetry={onRetry} />
    {children}
  </div>
)
