import { ArrowLeft, List, Minus, Plus, RectangleVertical, Search } from 'lucide'
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
}

export const Toolbar = ({ book, bookPath, url, state, pageControls, contents, find, view }: ToolbarProps) => {
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
        <PageNumber state={state} onGo={pageControls.jumpTo} />
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
          label={READING.fit}
          title={READING.withKey(READING.fit, '0')}
          aria-keyshortcuts="0"
          disabled={!open}
          onClick={pageControls.fitPage}
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
      <ViewMenu view={view} url={url} />
    </header>
  )
}

const PageNumber = ({ state, onGo }: { state: ViewerState; onGo: (page: number) => void }) => {
  const page = state.step === 'open' ? String(state.page) : ''
  const [typed, setTyped] = useState(page)
  useEffect(() => setTyped(page), [page])
  return (
    <form
      className={css.page}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed) onGo(Number(typed))
      }}
    >
      <label>
        <VisuallyHidden>{READING.page}</VisuallyHidden>
        <input
          inputMode="numeric"
          name="page"
          autoComplete="off"
          value={typed}
          disabled={state.step !== 'open'}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(page)}
        />
      </label>
      <span>{READING.of(state.step === 'open' ? state.pages : '…')}</span>
    </form>
  )
}
