import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { getBookPdf } from '#contract/calls/books.ts'
import { useReportDialog } from '#web/reports/report-button.tsx'
import type { MarkControls } from '#web/marks/marks.tsx'
import { useKeep } from '#web/offline/use-keep.ts'
import { useReadingPreference } from '#web/session/reading-preferences.ts'
import { isDark, useRoom } from '#web/session/room.ts'
import { classNames } from '#web/ui/class-names.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { READING } from '#web/messages/reading.ts'
import { Drawer } from './drawer.tsx'
import { FindBar } from './find-bar.tsx'
import { optionalPart } from './optional-part.ts'
import { type Passage, addressOfPassage } from './passage-link.ts'
import { JumpBack } from './jump-back.tsx'
import { KeyList } from './key-list.tsx'
import { PositionNotice } from './position-notice.tsx'
import { ReaderLoading } from './reader-loading.tsx'
import { ReadingLine } from './reading-line.tsx'
import css from './reader.module.css'
import type { Pages } from './show-pages.ts'
import { sparePictures } from './spare-pictures.ts'
import { Toolbar } from './toolbar.tsx'
import { useBars } from './use-bars.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useGestures } from './use-gestures.ts'
import { useIsRtl } from './use-is-rtl.ts'
import { useLinkPreview } from './use-link-preview.ts'
import { useKeys } from './use-keys.ts'
import { addressOfPage, pageOfHash, usePageAddress } from './use-page-address.ts'
import { usePaged } from './use-paged.ts'
import { usePanel } from './use-panel.ts'
import { useSelectedPassage, useShowPassage } from './use-passage.ts'
import { usePosition } from './use-position.ts'
import { useTextView } from './use-text-view.ts'
import { useTwoPages } from './use-two-pages.ts'
import { type ViewerState, useViewer } from './use-viewer.ts'
import { useWakeLock } from './use-wake-lock.ts'

const ClosingPage = optionalPart(async () => (await import('./closing-page.tsx')).ClosingPage)
const FindList = optionalPart(async () => (await import('./find-list.tsx')).FindList)
const LinkPreview = optionalPart(async () => (await import('./link-preview.tsx')).LinkPreview)

const TextOffer = optionalPart(async () => (await import('./text-offer.tsx')).TextOffer)
const TextView = optionalPart(async () => (await import('./text-view.tsx')).TextView)

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
  const reader = useRef<HTMLDivElement>(null)
  const viewerContainer = useRef<HTMLDivElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<MarkControls>()
  const viewer = useViewer(viewerContainer, { bookId: book._id, url: source })
  const { pages, reopen } = viewer
  const text = useTextView({ bookId: book._id, userId, pages, controls: viewer.controls })
  const { controls } = text
  const state = useMemo(() => withPage(viewer.state, text.page, pages), [viewer.state, text.page, pages])
  const page = pages && state.step === 'open' ? state.page : undefined
  const { hash } = useLocation()
  const [addressed] = useState(pageOfHash(hash))
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
  const [room, setRoom] = useRoom()
  const hasDarkPage = isDark(room)
  const [isPaged, togglePaged] = useReadingPreference('paged')
  const [isDouble, toggleDouble] = useReadingPreference('two-pages')
  const [hasKeyList, setKeyList] = useState(false)
  const fullScreen = useFullScreen(reader)
  const passage = useSelectedPassage(pages)
  useShowPassage(pages, isShown, hash)
  const copyLink = useCopyLink(page, passage)
  const preview = useLinkPreview(pages)
  const report = useReportDialog({ kind: 'book', id: book._id })
  const keep = useKeep(userId, book)
  useTwoPages(viewerContainer, pages, { bookId: book._id, isEnabled: isDouble })
  usePaged(pages, isPaged, controls.turn)
  const isRtl = useIsRtl(pages)
  const bars = useBars(pages, isShown)
  const areBarsHidden = bars.areHidden && !find.isOn && !contents.isOn
  useGestures(pages, { controls, isPaged, isRtl, onTap: bars.toggle })
  useWakeLock(isShown)
  useEffect(() => (pages && hasDarkPage ? sparePictures(pages) : undefined), [pages, hasDarkPage])
  const toggleScreen = fullScreen?.toggle
  const shortcuts = useMemo(
    () => ({
      find: text.isOn ? undefined : find.open,
      textView: text.parts.length > 0 ? text.toggle : undefined,
      contents: contents.toggle,
      darkPage: () => setRoom(hasDarkPage ? 'paper' : 'night'),
      paged: togglePaged,
      twoPages: toggleDouble,
      copyLink,
      fullScreen: toggleScreen,
      keyList: () => setKeyList(true),
      bookmark: marks?.bookmark.toggle,
      highlight: marks?.highlight,
    }),
    [
      text.isOn,
      text.parts,
      text.toggle,
      find.open,
      contents.toggle,
      setRoom,
      hasDarkPage,
      togglePaged,
      toggleDouble,
      copyLink,
      toggleScreen,
      marks,
    ],
  )
  useKeys(viewerContainer, controls, shortcuts, isRtl)
  const isTextShown = isShown && text.isOn
  const showPage = (at: number) => {
    text.close(at)
    // Hidden until the text is gone.
    requestAnimationFrame(() => viewerContainer.current?.focus({ preventScroll: true }))
  }
  const retry = () => {
    onRetry()
    reopen()
  }
  return (
    <div ref={reader} className={css.reader} data-bars={areBarsHidden ? 'hidden' : undefined}>
      <Toolbar
        book={book}
        bookPath={bookPath}
        url={url}
        state={state}
        pageControls={controls}
        contents={contents}
        find={find}
        view={{
          text: text.parts.length > 0 ? { isOn: text.isOn, toggle: text.toggle } : undefined,
          twoPages: { isOn: isDouble, toggle: toggleDouble },
          fullScreen,
          copyLink,
          bookmark: marks?.bookmark,
          keep,
          hasPassage: passage !== undefined,
          showKeys: () => setKeyList(true),
          report: userId ? () => report.open(page) : undefined,
        }}
        settings={{ isText: text.isOn, room, setRoom, paged: { isOn: isPaged, toggle: togglePaged } }}
      />
      {report.dialog}
      {find.isOn && !text.isOn && (
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
        {find.isOn && !text.isOn && pages && (
          <Suspense>
            <FindList pages={pages} />
          </Suspense>
        )}
        <div className={css.sheets}>
          <div
            ref={viewerContainer}
            className={classNames(
              css.viewerContainer,
              (!isShown || isTextShown) && css.unseen,
              isPaged && css.paged,
              isRtl && css.rtl,
            )}
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
                parts={text.parts}
                page={state.page}
                lastPage={state.pages}
                onControls={text.onControls}
                onPage={text.onPage}
                onShowPage={showPage}
                onTap={bars.toggle}
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
              <ErrorNotice message={getBookPdf.failureMessage} onRetry={retry} />
            </div>
          )}
          {pages && preview.link && (
            <Suspense>
              <LinkPreview link={preview.link} pages={pages} onClose={preview.close} />
            </Suspense>
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
            {pages && isShown && !position.notice && text.isUndecided && state.zoom === 'text' && isNarrow() && (
              <Suspense>
                <TextOffer pages={pages} page={state.page} onAccept={text.open} onDecline={() => text.close()} />
              </Suspense>
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
        <ReadingLine
          pages={pages}
          view={isShown && state.step === 'open' ? state : undefined}
          controls={controls}
          isRtl={isRtl}
        />
      </div>
      <KeyList open={hasKeyList} onClose={() => setKeyList(false)} />
    </div>
  )
}

/** On a wider screen the letters of a page are rarely too small. */
const isNarrow = () => window.matchMedia('(max-width: 40rem)').matches

/** The state with the page of the text instead of the visible one. */
const withPage = (state: ViewerState, page: number | undefined, pages: Pages | undefined): ViewerState =>
  state.step === 'open' && page !== undefined
    ? { ...state, page, label: state.label === null ? null : (pages?.viewer.getPageView(page - 1)?.pageLabel ?? null) }
    : state

/** Copies the address of the selected passage, or else of the visible page, and says so. */
const useCopyLink = (page: number | undefined, passage: Passage | undefined) => {
  const toast = useToast()
  return useCallback(() => {
    if (page === undefined) return
    void copyText(passage ? addressOfPassage(passage) : addressOfPage(page)).then((isCopied) => {
      if (isCopied) toast.good(passage ? READING.passageCopied : READING.linkCopied(page))
      else toast.bad(READING.linkNotCopied)
    })
  }, [page, passage, toast])
}
