import { UserRound } from 'lucide'
import { useLayoutEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { isComposing } from '#web/ui/is-composing.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { SEARCH } from '#web/messages/search.ts'
import { Cover } from './cover.tsx'
import { MarkedText } from './marked-text.tsx'
import { resultsPath } from './results-path.ts'
import css from './search-box.module.css'
import { textAttributes } from './text-attributes.ts'
import { useHits } from './use-hits.ts'
import type { Hits } from './use-hits.ts'

export interface SearchHitsProps {
  id: string
  input: RefObject<HTMLInputElement | null>
  /** What was typed; not blank. */
  text: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  onChoose: (path: string) => void
}

/** The results of the search in the bar, of which the arrow keys select one, or a message. */
export const SearchHits = ({ id, input, text, isOpen, setOpen, onChoose }: SearchHitsProps) => {
  const hits = useHits(text)
  const { books, authors, total } = hits
  const status = isOpen ? statusOf(hits, text) : ''
  const isListed = isOpen && books.length > 0
  const options = [
    ...books.map(({ _id }) => ({ key: _id, path: `/book/${_id}` })),
    ...authors.map(({ name }) => ({ key: name, path: resultsPath(name) })),
    { key: 'all', path: resultsPath(text) },
  ]
  const active = useActiveOption({ id, input, text, isOpen, isListed, setOpen, onChoose, options })
  const option = (index: number, className: string | undefined, children: ReactNode) => (
    <div
      key={options[index]?.key}
      id={`${id}-${index}`}
      role="option"
      className={className}
      aria-selected={index === active}
      // Keeps the focus in the field: its blur would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(options[index]?.path ?? '')}
    >
      {children}
    </div>
  )
  return (
    <div className={classNames(css.hits, isOpen && css.shown)}>
      <div id={`${id}-hits`} role="listbox" aria-label={SEARCH.list} className={css.list} hidden={!isListed}>
        <div role="group" aria-label={SEARCH.books}>
          {books.map((book, index) =>
            option(
              index,
              css.option,
              <>
                <span className={css.thumb}>
                  <Cover book={book} sizes="32px" />
                </span>
                <span className={css.words}>
                  <bdi className={css.title} lang={textAttributes(book.title).lang}>
                    <MarkedText text={book.title} ranges={book.matches.title} />
                  </bdi>
                  <bdi className={css.author}>
                    <MarkedText text={book.author} ranges={book.matches.author} />
                  </bdi>
                </span>
              </>,
            ),
          )}
        </div>
        {authors.length > 0 && (
          <div role="group" aria-label={SEARCH.authors} className={css.authors}>
            {authors.map(({ name, matches }, index) =>
              option(
                books.length + index,
                css.option,
                <>
                  <span className={css.person}>
                    <Icon of={UserRound} />
                  </span>
                  <span className={css.words}>
                    <bdi className={css.title}>
                      <MarkedText text={name} ranges={matches} />
                    </bdi>
                    <span className={css.author}>{SEARCH.author}</span>
                  </span>
                </>,
              ),
            )}
          </div>
        )}
        {option(options.length - 1, classNames(css.option, css.more), allOf(total))}
      </div>
      <div role="status">
        {isListed ? <VisuallyHidden>{status}</VisuallyHidden> : status && <p className={css.status}>{status}</p>}
      </div>
    </div>
  )
}

/** Null are too many to count. */
const allOf = (total: number | null | undefined) => {
  if (total === null) return SEARCH.manyResults
  return total === undefined ? SEARCH.everything : SEARCH.allResults(total)
}

const statusOf = ({ books, total, failure, isCurrent }: Hits, text: string) => {
  if (failure) return failure
  if (!isCurrent) return books.length > 0 ? '' : SEARCH.searching
  return books.length > 0 ? SEARCH.results(total ?? books.length) : SEARCH.noResults(text)
}

interface Options extends SearchHitsProps {
  isListed: boolean
  options: { key: string; path: string }[]
}

/**
 * The index of the option that the arrow keys have selected, or -1. The field keeps the focus and names the option, as
 * the ARIA pattern of a combobox has it; it belongs to another component, so its attributes are set here.
 */
const useActiveOption = ({ id, input, text, isOpen, isListed, setOpen, onChoose, options }: Options) => {
  const [selected, setSelected] = useState({ text, key: '' })
  const active = isListed && selected.text === text ? options.findIndex(({ key }) => key === selected.key) : -1
  const activeId = active === -1 ? undefined : `${id}-${active}`

  useLayoutEffect(() => {
    const field = input.current
    field?.setAttribute('aria-expanded', String(isListed))
    if (activeId) field?.setAttribute('aria-activedescendant', activeId)
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    return () => {
      field?.setAttribute('aria-expanded', 'false')
      field?.removeAttribute('aria-activedescendant')
    }
  }, [input, isListed, activeId])

  // Before the next press: a list that is shown takes it.
  useLayoutEffect(() => {
    const field = input.current
    const select = (index: number) => setSelected({ text, key: options[index]?.key ?? '' })
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event)) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) {
        event.preventDefault()
        setOpen(true)
        if (isListed)
          select(active === -1 && step === -1 ? options.length - 1 : (active + step + options.length) % options.length)
      } else if (event.key === 'Escape' && isOpen) {
        event.preventDefault()
        setOpen(false)
        select(-1)
      } else if (event.key === 'Enter' && active !== -1) {
        event.preventDefault()
        onChoose(options[active]?.path ?? '')
      } else if (CARET_KEYS.has(event.key)) select(-1)
    }
    field?.addEventListener('keydown', onKeyDown)
    return () => field?.removeEventListener('keydown', onKeyDown)
  })
  return active
}

/** They move the caret in the text, and leave the list. */
const CARET_KEYS = new Set(['Home', 'End', 'ArrowLeft', 'ArrowRight'])
