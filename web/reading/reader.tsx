import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { useReportDialog } from '#web/reports/report-button.tsx'
import type { MarkControls } from '#web/marks/marks.tsx'
import { useKeep } from '#web/offline/use-keep.ts'
import { useReadingPreference } from '#web/session/reading-preferences.ts'
import { isDark, useRoom } from '#web/session/room.ts'
import { Drawer } from './drawer.tsx'
import { FindBar } from './find-bar.tsx'
import { optionalPart } from './optional-part.ts'
import { KeyList } from './key-list.tsx'
import { ReaderNotices } from './reader-notices.tsx'
import { ReadingLine } from './reading-line.tsx'
import css from './reader.module.css'
import { Sheets } from './sheets.tsx'
import { sparePictures } from './spare-pictures.ts'
import { Toolbar } from './toolbar.tsx'
import { useBars } from './use-bars.ts'
import { useCopyLink } from './use-copy-link.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useGestures } from './use-gestures.ts'
import { useIsRtl } from './use-is-rtl.ts'
import { useLinkPreview } from './use-link-preview.ts'
import { useKeys } from './use-keys.ts'
import { useOpenBook } from './use-open-book.ts'
import { usePaged } from './use-paged.ts'
import { usePanel } from './use-panel.ts'
import { useSelectedPassage, useShowPassage } from './use-passage.ts'
import { useReadAloud } from './use-read-aloud.ts'
import { useTwoPages } from './use-two-pages.ts'
import { useWakeLock } from './use-wake-lock.ts'

const FindList = optionalPart(async () => (await import('./find-list.tsx')).FindList)
const LinkPreview = optionalPart(async () => (await import('./link-preview.tsx')).LinkPreview)
const ReadAloud = optionalPart(async () => (await import('./read-aloud.tsx')).ReadAloud)

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
  const open = useOpenBook(viewerContainer, { bookId: book._id, source, userId })
  const { pages, state, page, isShown, text, controls } = open
  const { hash, search } = useLocation()
  const contents = usePanel(viewerContainer)
  const [words] = useState(new URLSearchParams(search).getAll('find'))
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
  const focusPages = useCallback(() => viewerContainer.current?.focus({ preventScroll: true }), [])
  const aloud = useReadAloud(open, focusPages)
  useEffect(() => (pages && hasDarkPage ? sparePictures(pages) : undefined), [pages, hasDarkPage])
  useKeys(viewerContainer, {
    controls,
    isRtl,
    shortcuts: {
      find: text.isOn ? undefined : find.open,
      textView: text.parts.length > 0 ? text.toggle : undefined,
      contents: contents.toggle,
      darkPage: () => setRoom(hasDarkPage ? 'paper' : 'night'),
      paged: togglePaged,
      twoPages: toggleDouble,
      copyLink,
      readAloud: aloud.toggle,
      fullScreen: fullScreen?.toggle,
      keyList: () => setKeyList(true),
      bookmark: marks?.bookmark.toggle,
      highlight: marks?.highlight,
    },
  })
  const retry = () => {
    onRetry()
    open.reopen()
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
          aloud: aloud.toggle && { isOn: aloud.view !== undefined, toggle: aloud.toggle },
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
        <Sheets
          viewerContainer={viewerContainer}
          book={book}
          bookPath={bookPath}
          open={open}
          layout={{ isPaged, isDouble, isRtl }}
          onTap={bars.toggle}
          onFocusPages={focusPages}
          onRetry={retry}
        >
          {pages && preview.link && (
            <Suspense>
              <LinkPreview link={preview.link} pages={pages} onClose={preview.close} />
            </Suspense>
          )}
          {pages && page !== undefined && isShown && userId && (
            <Suspense>
              <Marks
                book={book}
                userId={userId}
                pages={pages}
                page={page}
                viewerContainer={viewerContainer}
                notices={notices}
                onControls={setMarks}
              />
            </Suspense>
          )}
          <ReaderNotices ref={notices} book={book} open={open} isFinding={find.isOn} onFocusPages={focusPages} />
        </Sheets>
      </div>
      <div className={css.line}>
        {pages && page !== undefined && aloud.view && (
          <Suspense>
            <ReadAloud
              bookId={book._id}
              pages={pages}
              page={page}
              textView={aloud.view.textView}
              goTo={controls.goTo}
              onClose={aloud.stop}
            />
          </Suspense>
        )}
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
