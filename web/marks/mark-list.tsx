import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { foldText } from '#contract/shapes/fold-text.ts'
import { MARKS } from '#web/messages/marks.ts'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { useToast } from '#web/ui/toast.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { MarkOwner } from '#web/session/stored-marks.ts'
import { type Chapter, type ListedMark, byPlace, chapterOf, quoteOf } from './listed-marks.ts'
import type { MarkedText } from './marked-text.ts'
import { MarkFiles } from './mark-files.tsx'
import css from './mark-list.module.css'
import { useMarks } from './open-marks.ts'
import { usePlaces } from './use-places.ts'

export interface MarkListProps {
  owner: MarkOwner
  book: { _id: string; title: string; author: string }
  text: MarkedText
  chapters: readonly Chapter[]
  /** Goes to a mark and opens it. */
  show: (id: string) => void
  /** Opens the choice of a passage, for those who can't select with a pointer. */
  pick: () => void
  onNavigate: () => void
}

/** The list opens with so many marks; the others are added without blocking the browser. */
const SHOWN_FIRST = 50

/** All marks of a book by chapter, with a search, and those whose text is no longer in this version of the file. */
export const MarkList = ({ owner, book, text, chapters, show, pick, onNavigate }: MarkListProps) => {
  const toast = useToast()
  const copy = useCopy(MARKS.copied, MARKS.notCopied)
  const { store, state } = useMarks(owner)
  const { places } = usePlaces(text, state.marks)
  const [words, setWords] = useState('')
  const searched = useDeferredValue(folded(words.trim()))
  const list = useMemo(() => byPlace(state.marks, places), [state.marks, places])
  const [limit, setLimit] = useState(SHOWN_FIRST)
  useEffect(() => startTransition(() => setLimit(Infinity)), [])
  const shown = searched ? list.filter((mark) => textOf(mark).includes(searched)) : list
  const rendered = shown.slice(0, limit)
  const found = rendered.filter(({ page }) => page !== undefined)
  const lost = rendered.filter(({ page }) => page === undefined)
  const field = useRef<HTMLInputElement>(null)
  if (!state.isLoaded || (places.size === 0 && state.marks.length > 0)) return null
  const open = (mark: ListedMark) => {
    onNavigate()
    show(mark.id)
  }
  return (
    <div className={css.panel}>
      {list.length > 0 && (
        <label className={css.search}>
          <VisuallyHidden>{MARKS.search}</VisuallyHidden>
          <input
            ref={field}
            type="search"
            name="marks"
            dir="auto"
            autoComplete="off"
            placeholder={MARKS.search}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
      )}
      <p className={css.count} role="status">
        {list.length === 0 ? MARKS.none : shown.length === 0 ? MARKS.noneFound : MARKS.count(shown.length)}
      </p>
      <div className={css.pick}>
        <Button
          kind="quiet"
          onClick={() => {
            onNavigate()
            pick()
          }}
        >
          {MARKS.pick}
        </Button>
      </div>
      <div className={css.marks} role="region" aria-label={MARKS.list} tabIndex={0}>
        {groupsOf(found, chapters).map(({ title, marks }) => (
          <section key={`${marks[0]?.id} ${title}`}>
            {chapters.length > 0 && <h2 dir="auto">{title ?? MARKS.beginning}</h2>}
            <ul>
              {marks.map((mark) => (
                <li key={mark.id} className={css.mark} data-color={mark.content.color ?? 'bookmark'}>
                  <button type="button" onClick={() => open(mark)}>
                    <MarkText mark={mark} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {lost.length > 0 && (
          <section>
            <h2>{MARKS.lost}</h2>
            <p className={css.hint}>{MARKS.lostHint}</p>
            <ul>
              {lost.map((mark) => (
                <li key={mark.id} className={css.mark} data-color={mark.content.color ?? 'bookmark'}>
                  <div className={css.lost}>
                    <MarkText mark={mark} />
                    <Button kind="quiet" onClick={() => void copy(quoteOf(mark.content))}>
                      {MARKS.copy}
                    </Button>
                    <Button
                      kind="quiet"
                      danger
                      onClick={() => {
                        store?.remove(mark.id).catch(() => toast.bad(MARKS.notStored))
                        field.current?.focus()
                      }}
                    >
                      {MARKS.delete}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {store && <MarkFiles store={store} book={book} list={list} chapters={chapters} />}
    </div>
  )
}

const MarkText = ({ mark: { content, page } }: { mark: ListedMark }) => (
  <>
    <span className={css.place}>
      {content.color ? MARKS.colors[content.color] : MARKS.bookmark}
      {page !== undefined && <span>{MARKS.page(page)}</span>}
    </span>
    <span className={css.quote} dir="auto">
      {quoteOf(content)}
    </span>
    {content.note && (
      <span className={css.note} dir="auto">
        {content.note}
      </span>
    )}
  </>
)

/** As the reader's Find compares words: without accents, and points of vowels in Arabic and Hebrew. */
const folded = (text: string) => foldText(text).text
const textOf = ({ content }: ListedMark) => folded(`${quoteOf(content)} ${content.note}`)

const groupsOf = (marks: readonly ListedMark[], chapters: readonly Chapter[]) => {
  const groups: { title: string | undefined; marks: ListedMark[] }[] = []
  for (const mark of marks) {
    const title = chapterOf(chapters, mark.page)
    const last = groups.at(-1)
    if (last && last.title === title) last.marks.push(mark)
    else groups.push({ title, marks: [mark] })
  }
  return groups
}
