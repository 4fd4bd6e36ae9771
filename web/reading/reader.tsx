import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { getBookPdf } from '#contract/calls/books.ts'
import type { MarkControls } from '#web/marks/marks.tsx'
import { useKeep } from '#web/offline/use-keep.ts'
import { useReadingPreference } from '#web/session/reading-preferences.ts'
import { classNames } from '#web/ui/class-names.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { READING } from '#web/messages/reading.ts'
import { Drawer } from './drawer.tsx'
import { FindBar } from './find-bar.tsx'
import { JumpBack } from './jump-back.tsx'
import { KeyList } from './key-list.tsx'
import { PositionNotice } from './position-notice.tsx'
import { ReaderLoading } from './reader-loading.tsx'
import css from './reader.module.css'
import { sparePictures } from './spare-pictures.ts'
import { Toolbar } from './toolbar.tsx'
import { usePanel } from './use-panel.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useKeys } from './use-keys.ts'
import { addressOfPage, pageOfHash, usePageAddress } from './use-page-address.ts'
import { usePosition } from './use-position.ts'
import { useTwoPages } from './use-two-pages.ts'
import { useViewer } from './use-viewer.ts'

const Marks = lazy(async () => ({ default: (await import('#web/marks/marks.tsx')).Marks }))

interface ReaderProps {
  book: BookDetail
  bookPath: string
  /** Undefined until the link is loaded. */
  url: string | undefined
  /** What is opened: the file that is kept on this device, or the link. */
  source: string | File | undefined
  /** The user whose position is saved: null for a visitor, undefined until the session is loaded. */
  userId: string | null | undefined
  /** Requests a new link, because the current one may have expired. */
  onRetry: () => void
}

/** The PDF reader: toolbar, pages and progress bar. */
export const Reader = ({ book, bookPath, url, source, userId, onRetry }: ReaderProps) => {
  const room = useRef<HTMLDivElement>(null)
  const viewerContainer = useRef<HTMLDivElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<MarkControls>()
  const { state, pages, controls, reopen } = useViewer(viewerContainer, { bookId: book._id, url: source })
  const page = pages && state.step === 'open' ? state.page : undefined
  const [addressed] = useState(pageOfHash(useLocation().hash))
  const position = usePosition(userId, book._id, { page, addressed, goToPage: controls.goTo })
  const isShown = state.step === 'open' && position.isRestored
  const { jumpedFrom, goBack } = usePageAddress({ pages, page: isShown ? page : undefined, goToPage: controls.goTo })
  const contents = usePanel(viewerContainer)
  const [words] = useState(new URLSearchParams(useLocation().search).getAll('find'))
  const find = usePanel(viewerContainer)
  const openFind = find.open
  useEffect(() => {
    if (words.length > 0) openFind()
  }, [words, openFind])
  const [isDark, toggleDark] = useReadingPreference('dark-page')
  const [isDouble, toggleDouble] = useReadingPreference('two-pages')
  const [hasKeyList, setKeyList] = useState(false)
  const fullScreen = useFullScreen(room)
  const copyLink = useCopyLink(page)
  const keep = useKeep(userId, book)
  useTwoPages(viewerContainer, pages, { bookId: book._id, isEnabled: isDouble })
  useEffect(() => (pages && isDark ? sparePictures(pages) : undefined), [pages, isDark])
  const toggleScreen = fullScreen?.toggle
  const shortcuts = useMemo(
    () => ({
      find: find.open,
      contents: contents.toggle,
      darkPage: toggleDark,
      twoPages: toggleDouble,
      fullScreen: toggleScreen,
      keyList: () => setKeyList(true),
      bookmark: marks?.bookmark.toggle,
      highlight: marks?.highlight,
    }),
    [find.open, contents.toggle, toggleDark, toggleDouble, toggleScreen, marks],
  )
  useKeys(viewerContainer, controls, shortcuts)
  const retry = () => {
    onRetry()
    reopen()
  }
  return (
    <div ref={room} className={css.reader}>
      <Toolbar
        book={book}
        bookPath={bookPath}
        url={url}
        state={state}
        pageControls={controls}
        contents={contents}
        find={find}
        view={{
          twoPages: { isOn: isDouble, toggle: toggleDouble },
          darkPage: { isOn: isDark, toggle: toggleDark },
          fullScreen,
          copyLink,
          bookmark: marks?.bookmark,
          keep,
          showKeys: () => setKeyList(true),
        }}
      />
      {find.isOn && (
        <FindBar pages={pages} openCount={find.openCount} words={words} isShown={isShown} onClose={find.close} />
      )}
      <div className={css.body}>
        {contents.isOn && (
          <Drawer
            pages={pages}
            page={page ?? 1}
            marks={
              marks && userId
                ? { owner: { userId, bookId: book._id }, book, show: marks.show, pick: marks.highlight }
                : undefined
            }
            onClose={contents.close}
            onNavigate={contents.closeIfOverlay}
          />
        )}
        <div className={css.sheets}>
          <div
            ref={viewerContainer}
            className={classNames(css.viewerContainer, !isShown && css.unseen)}
            tabIndex={0}
            role="region"
            aria-label={state.step === 'open' ? READING.pageOf(state.page, state.pages) : READING.pages}
          >
            <div className="pdfViewer" />
          </div>
          {state.step !== 'failed' && !isShown && (
            <div className={css.over}>
              <ReaderLoading book={book} />
            </div>
          )}
          {state.step === 'failed' && (
            <div className={css.over}>
              <ErrorNotice message={getBookPdf.failureMessage} onRetry={retry} />
            </div>
          )}
          {pages && isShown && userId && (
            <Suspense>
              <Marks
                book={book}
                userId={userId}
                pages={pages}
                page={state.page}
                viewerContainer={viewerContainer}
                notices={notices}
                onControls={setMarks}
              />
            </Suspense>
          )}
          <div ref={notices} className={css.notices} aria-live="polite">
            {isShown && jumpedFrom !== undefined && (
              <JumpBack
                page={jumpedFrom}
                onBack={() => {
                  goBack()
                  viewerContainer.current?.focus()
                }}
              />
            )}
            {isShown && position.notice && (position.notice.kind === 'elsewhere' || !find.isOn) && (
              <PositionNotice
                notice={position.notice}
                book={book}
                page={state.page}
                onAnswer={position.onNoticeAnswer}
              />
            )}
            {position.isUnsent && <p className={css.unsent}>{READING.unsent}</p>}
          </div>
        </div>
      </div>
      <div className={css.line}>
        <Progress value={state.step === 'open' ? state.page / state.pages : 0} label={READING.soFar} />
      </div>
      <KeyList open={hasKeyList} onClose={() => setKeyList(false)} />
    </div>
  )
}

/** Copies the address of the visible page, and says so. */
const useCopyLink = (page: number | undefined) => {
  const toast = useToast()
  return async () => {
    if (page === undefined) return
    if (await copyText(addressOfPage(page))) toast.good(READING.linkCopied(page))
    else toast.bad(READING.linkNotCopied)
  }
}
