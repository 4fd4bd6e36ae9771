import { Suspense, useCallback } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { READING } from '#web/messages/reading.ts'
import { openedPart } from '#web/ui/opened-part.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { formatNamed } from './formats.ts'
import { ReaderLoading } from './reader-loading.tsx'
import css from './reader.module.css'
import type { OpenBook } from './use-open-book.ts'

const ClosingPage = optionalPart(async () => (await import('./closing-page.tsx')).ClosingPage)
const TextView = openedPart(async () => (await import('#web/reading/text/text-view.tsx')).TextView)

interface SheetsProps {
  viewerContainer: RefObject<HTMLDivElement | null>
  book: BookDetail
  bookPath: string
  open: OpenBook
  layout: { isPaged: boolean; isDouble: boolean; isRtl: boolean }
  onTap: () => void
  onFocusPages: () => void
  onRetry: () => void
  /** What is shown over the pages. */
  children: ReactNode
}

/** The pages with the closing page behind them, the text over them, and what is shown until the book is open. */
export const Sheets = ({
  viewerContainer,
  book,
  bookPath,
  open,
  layout: { isPaged, isDouble, isRtl },
  onTap,
  onFocusPages,
  onRetry,
  children,
}: SheetsProps) => {
  const { state, isShown, text } = open
  const isTextShown = isShown && text.isOn
  // Once the text is gone, and with it the focus that was there.
  const onLeaveText = useCallback(
    () => void requestAnimationFrame(() => document.activeElement === document.body && onFocusPages()),
    [onFocusPages],
  )
  return (
    <div className={css.sheets}>
      <div
        ref={viewerContainer}
        className={classNames(
          css.viewerContainer,
          (!isShown || isTextShown) && css.unseen,
          isPaged && css.paged,
          isRtl && css.rtl,
        )}
        // Its pages are placed from the left; those of an EPUB have the direction of the book.
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-label={state.step === 'open' ? READING.pageOf(state.page, state.pages) : READING.pages}
      >
        <div className="pdfViewer" />
        {isShown &&
          !isTextShown &&
          state.step === 'open' &&
          state.page >= state.pages - (isPaged && !isDouble ? 0 : 1) && (
            <Suspense>
              <ClosingPage book={book} bookPath={bookPath} />
            </Suspense>
          )}
      </div>
      {isTextShown && state.step === 'open' && (
        <Suspense>
          <TextView
            bookId={book._id}
            language={book.language}
            parts={text.parts}
            page={state.page}
            lastPage={state.pages}
            onView={text.onView}
            onPage={text.onPage}
            onShowPage={text.close}
            onLeave={onLeaveText}
            onClose={text.close}
            onTap={onTap}
          >
            <ClosingPage book={book} bookPath={bookPath} />
          </TextView>
        </Suspense>
      )}
      {state.step !== 'failed' && !isShown && (
        <div className={css.over}>
          <ReaderLoading book={book} />
        </div>
      )}
      {state.step === 'failed' && (
        <div className={css.over}>
          <ErrorNotice message={formatNamed(book.format).opening.failureMessage} onRetry={onRetry} />
        </div>
      )}
      {children}
    </div>
  )
}
