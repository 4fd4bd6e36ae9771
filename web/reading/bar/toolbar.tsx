import { ArrowLeft, Bookmark, List, Search, Volume2 } from 'lucide'
import type { Ref } from 'react'
import type { BookDetail, BookFile } from '#contract/books.ts'
import { textAttributes } from '#web/books/text-attributes.ts'
import { IconLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { READ_ALOUD } from '#web/messages/read-aloud.ts'
import { READING } from '#web/messages/reading.ts'
import type { PageSettings, ViewerState } from '#web/reading/format/opened-book.ts'
import { type Action, ActionButton, type Switch, switchAction } from './action.tsx'
import { type More, MorePanel } from './more-panel.tsx'
import { PageNumber } from './page-number.tsx'
import css from './toolbar.module.css'
import { type View, ViewPanel } from './view-panel.tsx'

interface ToolbarProps {
  book: Pick<BookDetail, 'title' | 'author' | 'language' | 'downloads'>
  /** The book's own page. */
  bookPath: string
  file: BookFile | undefined
  state: ViewerState
  /** Undefined until the book is open. */
  settings: PageSettings | undefined
  /** Goes to the page with a name or number. */
  onGo: (name: string) => void
  contents: Switch & { button: Ref<HTMLButtonElement> }
  /** Disabled where the browser's own search finds all of the book. */
  find: Switch & { button: Ref<HTMLButtonElement>; isDisabled: boolean }
  view: View
  /** Undefined where there are no voices. */
  aloud: Switch | undefined
  /** Undefined until the reader's marks are loaded, null for visitors, who have none. */
  bookmark: Switch | undefined | null
  more: More
}

/** What can be done with the book. On phones the page, find, aloud and bookmark are in the last panel. */
export const Toolbar = (props: ToolbarProps) => {
  const { book, bookPath, file, state, settings, onGo, contents, find, view, aloud, bookmark, more } = props
  const isOpen = state.step === 'open'
  const speak = switchAction({ icon: Volume2, label: READ_ALOUD.title, keyHint: 'l' }, aloud)
  const mark = switchAction({ icon: Bookmark, label: READING.bookmark, keyHint: 'b' }, bookmark)
  const open: Action = {
    icon: List,
    label: READING.contents,
    keyHint: 'o',
    isDisabled: !isOpen,
    isExpanded: contents.isOn,
    act: contents.toggle,
    button: contents.button,
  }
  const seek: Action = {
    icon: Search,
    label: READING.find,
    keyHint: '/',
    isDisabled: find.isDisabled,
    isExpanded: find.isOn,
    act: find.toggle,
    button: find.button,
  }
  return (
    <header className={css.bar}>
      <IconLink to={bookPath} label={READING.book}>
        <Icon of={ArrowLeft} pointing />
      </IconLink>
      <ActionButton action={open} />
      <div className={css.title}>
        <h1 {...textAttributes(book.title, book.language)}>{book.title}</h1>
        <p dir="auto">{book.author}</p>
      </div>
      <div className={classNames(css.page, css.wide)}>
        <PageNumber state={state} onGo={onGo} />
      </div>
      <ActionButton action={seek} className={css.wide} />
      <ViewPanel view={view} state={state} settings={settings} />
      {speak ? <ActionButton action={speak} className={css.wide} /> : <Gap />}
      {mark ? <ActionButton action={mark} className={css.wide} /> : bookmark !== null && <Gap />}
      <MorePanel
        more={more}
        file={file}
        isReadHereOnly={book.downloads === 'none'}
        state={state}
        onGo={onGo}
        actions={[seek, speak, mark].filter((action) => action !== undefined)}
      />
    </header>
  )
}

/** The place of a button that may come later, so that the other buttons stay where they are. */
const Gap = () => <i className={classNames(css.gap, css.wide)} aria-hidden="true" />
