import { ArrowLeft, List, Minus, Plus, RectangleVertical, Search, TextAlignJustify } from 'lucide'
import { useEffect, useState } from 'react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './toolbar.module.css'
import type { PageControls, ViewerState } from './use-viewer.ts'
import { type Switch, type View, ViewMenu } from './view-menu.tsx'
import { type Settings, ViewSettings } from './view-settings.tsx'

interface ToolbarProps {
  book: Pick<BookDetail, 'title' | 'author'>
  /** The book's own page. */
  bookPath: string
  url: string | undefined
  state: ViewerState
  pageControls: PageControls
  contents: Switch & { button: Ref<HTMLButtonElement> }
  find: Switch & { button: Ref<HTMLButtonElement> }
  view: View
  settings: Settings
}

export const Toolbar = ({ book, bookPath, url, state, pageControls, contents, find, view, settings }: ToolbarProps) => {
  const open = state.step === 'open'
  return (
    <header className={css.bar}>
      <Link to={bookPath} className={css.back} title={READING.book} aria-label={READING.book}>
        <Icon of={ArrowLeft} />
      </Link>
      <IconButton
        ref={contents.button}
        label={READING.contents}
        title={READING.withKey(READING.contents, 'o')}
        disabled={!open}
        aria-expanded={contents.isOn}
        onClick={contents.toggle}
      >
        <Icon of={List} />
      </IconButton>
      <div className={css.title}>
        <h1 dir="auto">{book.title}</h1>
        <p dir="auto">{book.author}</p>
      </div>
      <div className={css.controls} role="group" aria-label={READING.controls}>
        <PageNumber state={state} onGo={pageControls.jumpToNamed} />
        <span className={css.rule} />
        <IconButton
          label={READING.smaller}
          title={READING.withKey(READING.smaller, '-')}
          disabled={!open}
          onClick={pageControls.zoomOut}
        >
          <Icon of={Minus} />
        </IconButton>
        <span className={css.percent}>{open ? `${state.percent}%` : ''}</span>
        <IconButton
          label={READING.larger}
          title={READING.withKey(READING.larger, '+')}
          disabled={!open}
          onClick={pageControls.zoomIn}
        >
          <Icon of={Plus} />
        </IconButton>
        <IconButton
          label={READING.fitText}
          title={READING.withKey(READING.fitText, 't')}
          aria-keyshortcuts="t"
          aria-pressed={open && state.zoom === 'text'}
          disabled={!open}
          onClick={() => pageControls.toggleTextFit()}
        >
          <Icon of={TextAlignJustify} />
        </IconButton>
        <IconButton
          label={READING.fit}
          title={READING.withKey(READING.fit, '0')}
          aria-keyshortcuts="0"
          disabled={!open}
          onClick={() => pageControls.setZoom('page-fit')}
        >
          <Icon of={RectangleVertical} />
        </IconButton>
      </div>
      <span className={`${css.rule} ${css.wide}`} />
      <IconButton
        ref={find.button}
        label={READING.find}
        title={READING.withKey(READING.find, '/')}
        disabled={!open}
        aria-expanded={find.isOn}
        onClick={find.toggle}
      >
        <Icon of={Search} />
      </IconButton>
      <ViewSettings settings={settings} zoom={open ? state.zoom : undefined} controls={pageControls} />
      <ViewMenu view={view} url={url} />
    </header>
  )
}

const PageNumber = ({ state, onGo }: { state: ViewerState; onGo: (name: string) => void }) => {
  const open = state.step === 'open' ? state : undefined
  const label = open?.label
  const page = label ?? (open ? String(open.page) : '')
  const [typed, setTyped] = useState(page)
  useEffect(() => setTyped(page), [page])
  return (
    <form
      className={css.page}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed) onGo(typed)
      }}
    >
      <label>
        <VisuallyHidden>{READING.page}</VisuallyHidden>
        <input
          inputMode={label ? 'text' : 'numeric'}
          name="page"
          autoComplete="off"
          value={typed}
          disabled={!open}
          onChange={(event) => setTyped(label ? event.target.value.trim() : event.target.value.replace(/\D/g, ''))}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(page)}
        />
      </label>
      <span>{open && label ? READING.ofNumbered(open.page, open.pages) : READING.of(open ? open.pages : '…')}</span>
    </form>
  )
}
