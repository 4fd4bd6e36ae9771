import { useMemo, useRef } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { getBookPdf } from '#contract/books.ts'
import { useReadingChoice } from '#web/session/reading-choices.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { READING } from '#web/messages/reading.ts'
import { Drawer } from './drawer.tsx'
import { FindBar } from './find-bar.tsx'
import { Opening } from './opening.tsx'
import { PlaceNotice } from './place-notice.tsx'
import css from './reader.module.css'
import { Toolbar } from './toolbar.tsx'
import { useAside } from './use-aside.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useKeys } from './use-keys.ts'
import { usePlace } from './use-place.ts'
import { useTwoPages } from './use-two-pages.ts'
import { useViewer } from './use-viewer.ts'

interface ReaderProps {
  book: Pick<BookDetail, '_id' | 'title' | 'author' | 'image' | 'imageColor'>
  bookPath: string
  url: string
  /** Whose place is kept; nobody's where a visitor reads. */
  userId: string | undefined
  /** Asks for a new link, which may have run out. */
  onRetry: () => void
}

/** The pages, a thin toolbar, and a line at the foot that says how far one has come. */
export const Reader = ({ book, bookPath, url, userId, onRetry }: ReaderProps) => {
  const room = useRef<HTMLDivElement>(null)
  const desk = useRef<HTMLDivElement>(null)
  const { state, pages, turn, reopen } = useViewer(desk, url)
  const page = pages && state.step === 'open' ? state.page : undefined
  const place = usePlace(userId, book._id, { page, turnTo: turn.to })
  const contents = useAside(desk)
  const find = useAside(desk)
  const [isDark, toggleDark] = useReadingChoice('dark-page')
  const [isDouble, toggleDouble] = useReadingChoice('two-pages')
  const fullScreen = useFullScreen(room)
  useTwoPages(desk, pages, isDouble)
  const toggleScreen = fullScreen?.toggle
  const letters = useMemo(
    () => ({
      find: find.open,
      contents: contents.toggle,
      darkPage: toggleDark,
      twoPages: toggleDouble,
      fullScreen: toggleScreen,
    }),
    [find.open, contents.toggle, toggleDark, toggleDouble, toggleScreen],
  )
  useKeys(desk, turn, letters)
  const retry = () => {
    onRetry()
    reopen()
  }
  const isShown = state.step === 'open' && place.isPlaced
  return (
    <div ref={room} className={css.reader}>
      <Toolbar
        book={book}
        bookPath={bookPath}
        url={url}
        state={state}
        turn={turn}
        contents={contents}
        find={find}
        view={{
          twoPages: { is: isDouble, toggle: toggleDouble },
          darkPage: { is: isDark, toggle: toggleDark },
          fullScreen,
        }}
      />
      {find.is && <FindBar pages={pages} asked={find.asked} onClose={find.close} />}
      <div className={css.place}>
        {contents.is && (
          <Drawer pages={pages} page={page ?? 1} onClose={contents.close} onGone={contents.leaveIfOver} />
        )}
        <div className={css.sheets}>
          <div
            ref={desk}
            className={classNames(css.desk, isDark && css.dark, !isShown && css.unseen)}
            tabIndex={0}
            role="region"
            aria-label={state.step === 'open' ? READING.pageOf(state.page, state.pages) : READING.pages}
          >
            <div className="pdfViewer" />
          </div>
          {state.step !== 'failed' && !isShown && (
            <div className={css.over}>
              <Opening />
            </div>
          )}
          {state.step === 'failed' && (
            <div className={css.over}>
              <ErrorNotice message={getBookPdf.failureMessage} onRetry={retry} />
            </div>
          )}
          <div className={css.told} aria-live="polite">
            {isShown && place.notice && (place.notice.kind === 'elsewhere' || !find.is) && (
              <PlaceNotice notice={place.notice} book={book} page={state.page} onSettle={place.settleAt} />
            )}
            {place.isUnsent && <p className={css.unsent}>{READING.unsent}</p>}
          </div>
        </div>
      </div>
      <div className={css.line}>
        <Progress value={state.step === 'open' ? state.page / state.pages : 0} label={READING.soFar} />
      </div>
    </div>
  )
}
