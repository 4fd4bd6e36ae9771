import { ArrowLeft, Download, ExternalLink, Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { IconButton, IconLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { READING } from '#web/words/reading.ts'
import css from './toolbar.module.css'
import type { Turn, ViewerState } from './use-viewer.ts'

interface ToolbarProps {
  book: Pick<BookDetail, '_id' | 'title' | 'author'>
  url: string
  state: ViewerState
  turn: Turn
}

export const Toolbar = ({ book, url, state, turn }: ToolbarProps) => {
  const open = state.step === 'open'
  return (
    <header className={css.bar}>
      <Link to={`/books/${book._id}`} className={css.back} title={READING.book} aria-label={READING.book}>
        <Icon of={ArrowLeft} />
      </Link>
      <div className={css.title}>
        <h1 dir="auto">{book.title}</h1>
        <p dir="auto">{book.author}</p>
      </div>
      <div className={css.controls} role="group" aria-label={READING.controls}>
        <PageNumber state={state} onGo={turn.to} />
        <span className={css.rule} />
        <IconButton label={READING.smaller} disabled={!open} onClick={turn.smaller}>
          <Icon of={Minus} />
        </IconButton>
        <span className={css.percent}>{open ? `${state.percent}%` : ''}</span>
        <IconButton label={READING.larger} disabled={!open} onClick={turn.larger}>
          <Icon of={Plus} />
        </IconButton>
        <IconButton label={READING.fit} disabled={!open} onClick={turn.fit}>
          <Icon of={Maximize} />
        </IconButton>
      </div>
      <span className={`${css.rule} ${css.wide}`} />
      <IconLink label={READING.open} href={url} target="_blank" rel="noopener">
        <Icon of={ExternalLink} />
      </IconLink>
      <IconLink label={READING.download} href={url} download>
        <Icon of={Download} />
      </IconLink>
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
