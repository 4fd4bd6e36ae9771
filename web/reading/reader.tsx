import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { BookDetail, BookFile } from '#contract/books.ts'
import { useReportDialog } from '#web/reports/report-button.tsx'
import { markOfHash } from '#web/marks/mark-address.ts'
import type { MarkControls } from '#web/marks/marks.tsx'
import { useKeep } from '#web/offline/use-keep.ts'
import { useShelved } from '#web/shelves/use-shelved.ts'
import { useReadingPreference } from '#web/session/reading-preferences.ts'
import { isDark, useRoom } from '#web/session/room.ts'
import { Drawer } from './drawer.tsx'
import { formatNamed } from './formats.ts'
import { FindBar } from '#web/reading/find/find-bar.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { KeyList } from '#web/reading/bar/key-list.tsx'
import { ReaderNotices } from './reader-notices.tsx'
import { ReadingLine } from '#web/reading/bar/reading-line.tsx'
import css from './reader.module.css'
import { Sheets } from './sheets.tsx'
import { Toolbar } from '#web/reading/bar/toolbar.tsx'
import { useBars } from '#web/reading/bar/use-bars.ts'
import { useCopyLink } from '#web/reading/bar/use-copy-link.ts'
import { useFullScreen } from '#web/reading/bar/use-full-screen.ts'
import { useIsRtl } from '#web/reading/format/use-opened.ts'
import { useKeys } from '#web/reading/bar/use-keys.ts'
import { useOpenBook } from './use-open-book.ts'
import { usePanel } from '#web/reading/bar/use-panel.ts'
import { useSelectedPassage, useShowPassage } from '#web/reading/find/use-passage.ts'
import { useReadAloud } from '#web/reading/aloud/use-read-aloud.ts'
import { useWakeLock } from './use-wake-lock.ts'

const FindList = optionalPart(async () => (await import('#web/reading/find/find-list.tsx')).FindList)
const ReadAloud = openedPart(async () => (await import('#web/reading/aloud/read-aloud.tsx')).ReadAloud)

const Marks = optionalPart(async () => (await import('#web/marks/marks.tsx')).Marks)

interface ReaderProps {
  book: BookDetail
  bookPath: string
  /** Undefined until the links are loaded. */
  file: BookFile | undefined
  /** What is opened: the file that is kept on this device, or the link. */
  source: string | File | undefined
  /** The user whose position is saved: null for a visitor, undefined until the session is loaded. */
  userId: string | null | undefined
  /** The version of the file that is opened. */
  fileVersion: number
  /** Requests a new link, because the current one may have expired. */
  onRetry: () => void
}

/** The reader: toolbar, the book and the line at its foot. */
export const Reader = ({ book, bookPath, file, source, userId, fileVersion, onRetry }: ReaderProps) => {
  const reader = useRef<HTMLDivElement>(null)
  const viewerContainer = useRef<HTMLDivElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<MarkControls>()
  const open = useOpenBook(viewerContainer, { book, source, userId, fileVersion })
  const { book: opened, view, state, page, isShown, text } = open
  const { hash, search } = useLocation()
  const [firstMark] = useState(() => markOfHash(hash))
  const focusBook = useCallback(() => view?.container.focus({ preventScroll: true }), [view])
  const contents = usePanel(focusBook)
  const [words] = useState(new URLSearchParams(search).getAll('find'))
  const find = usePanel(focusBook)
  const openFind = find.open
  useEffect(() => {
    if (words.length > 0) openFind()
  }, [words, openFind])
  const [room, setRoom] = useRoom()
  const hasDarkPage = isDark(room)
  const hasPages = !opened || opened.shows === 'pages'
  const [isSet, togglePaged] = useReadingPreference(hasPages ? 'paged' : 'scrolled')
  const [isDouble, toggleDouble] = useReadingPreference('two-pages')
  const [hasKeyList, setKeyList] = useState(false)
  const fullScreen = useFullScreen(reader)
  const passage = useSelectedPassage(view)
  useShowPassage(opened?.view.search, isShown, hash)
  const copyLink = useCopyLink(page, passage)
  const report = useReportDialog({ kind: 'book', id: book._id })
  const keep = useKeep(userId, book)
  const shelved = useShelved(userId, book._id)
  const isRtl = useIsRtl(opened)
  const bars = useBars(view, isShown ? page : undefined)
  const areBarsHidden = bars.areHidden && !bars.haveFocus && !find.isOn && !contents.isOn
  useWakeLock(isShown)
  const focusPages = useCallback(() => viewerContainer.current?.focus({ preventScroll: true }), [])
  const aloud = useReadAloud(view, isShown)
  // What is for pages alone: they stay behind the text.
  const ofPages = <Value,>(value: Value) => (hasPages && !text.isOn ? value : undefined)
  const paged = { isOn: hasPages ? isSet : !isSet, toggle: togglePaged }
  const layout = { isPaged: paged.isOn, isDouble: isDouble && hasPages, isRtl }
  useKeys({
    view,
    isAtPlace: isShown,
    settings: ofPages(opened?.settings),
    isRtl,
    shortcuts: {
      find: view?.search && find.open,
      textView: text.parts.length > 0 ? text.toggle : undefined,
      contents: contents.toggle,
      darkPage: () => setRoom(hasDarkPage ? 'paper' : 'night'),
      paged: text.isOn ? undefined : paged.toggle,
      twoPages: ofPages(toggleDouble),
      copyLink,
      readAloud: aloud.toggle,
      fullScreen: fullScreen?.toggle,
      keyList: () => setKeyList(true),
      bookmark: marks?.bookmark.toggle,
      highlight: text.isOn ? undefined : marks?.highlight,
    },
  })
  // Before the book is open too, so that the bar does not move the pages.
  const isFinding = find.isOn && (!view || view.search !== undefined)
  const retry = () => {
    onRetry()
    open.reopen()
  }
  return (
    <div
      ref={reader}
      className={css.reader}
      data-format={book.format}
      data-bars={areBarsHidden ? 'hidden' : undefined}
      data-aloud={aloud.view ? 'on' : undefined}
      onFocus={bars.onFocus}
      onBlur={bars.onFocus}
    >
      <Toolbar
        book={book}
        bookPath={bookPath}
        file={file}
        state={state}
        settings={opened?.settings}
        onGo={(name) => {
          const named = opened?.pageNamed(name)
          if (named !== undefined) view?.jumpTo({ page: named })
        }}
        contents={contents}
        find={{ ...find, isDisabled: !view?.search }}
        view={{
          shows: text.isOn ? 'text' : (opened?.shows ?? 'pages'),
          toggleText: text.parts.length > 0 ? text.toggle : undefined,
          twoPages: { isOn: isDouble, toggle: toggleDouble },
          paged,
          room,
          setRoom,
        }}
        aloud={aloud.toggle && { isOn: aloud.view !== undefined, toggle: aloud.toggle }}
        bookmark={userId === null ? null : marks?.bookmark}
        more={{
          fullScreen,
          copyLink,
          keep,
          want: shelved && {
            isOn: shelved.isWanted,
            toggle: () => shelved.change({ isWanted: !shelved.isWanted }),
          },
          hasPassage: passage !== undefined,
          isShownInline: formatNamed(file?.format).isShownInline,
          showKeys: () => setKeyList(true),
          report: userId ? () => void view?.reported().then(report.open) : undefined,
        }}
      />
      {report.dialog}
      {isFinding && (
        <FindBar
          search={view?.search}
          openCount={find.openCount}
          words={words}
          isShown={isShown}
          onClose={find.close}
        />
      )}
      <div className={css.body}>
        {contents.isOn && (
          <Drawer
            book={opened}
            view={view}
            page={page ?? 1}
            marks={
              marks && userId
                ? { owner: { userId, bookId: book._id }, book, show: marks.show, pick: marks.highlight }
                : undefined
            }
            comments={userId === null && bookPath.endsWith('/preview') ? undefined : { book, bookPath }}
            onClose={contents.close}
            onNavigate={contents.closeIfOverlay}
          />
        )}
        {isFinding && opened && view?.search && (
          <Suspense>
            <FindList search={view.search} book={opened} onHide={focusBook} />
          </Suspense>
        )}
        <Sheets
          viewerContainer={viewerContainer}
          book={book}
          bookPath={bookPath}
          open={open}
          layout={layout}
          onTap={bars.toggle}
          onFocusPages={focusPages}
          onRetry={retry}
        >
          <Suspense>{opened?.layer({ ...layout, room, onTap: bars.toggle, onReadOn: bars.readOn })}</Suspense>
          {opened && page !== undefined && isShown && userId && (
            <Suspense>
              <Marks
                book={book}
                userId={userId}
                fileVersion={fileVersion}
                text={opened.marks}
                page={page}
                firstMark={firstMark}
                notices={notices}
                onControls={setMarks}
              />
            </Suspense>
          )}
          <ReaderNotices ref={notices} open={open} isFinding={find.isOn} onFocusBook={focusBook} />
        </Sheets>
      </div>
      <div className={css.line} data-line>
        {opened && page !== undefined && aloud.view && (
          <ReadAloud
            view={aloud.view}
            page={page}
            lastPage={opened.pageCount}
            language={book.language}
            onClose={aloud.stop}
          />
        )}
        <ReadingLine
          book={opened}
          view={view}
          state={isShown && state.step === 'open' ? state : undefined}
          isRtl={isRtl}
          isAloud={aloud.view !== undefined}
        />
      </div>
      <KeyList open={hasKeyList} onClose={() => setKeyList(false)} />
    </div>
  )
}
