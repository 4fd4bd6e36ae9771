import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { MARK_COLORS, MARK_KINDS, MARK_ORDERS } from '#contract/values/marks.ts'
import { QUERY_MAX } from '#contract/values/books.ts'
import { MARKS } from '#web/messages/marks.ts'
import { NOTES } from '#web/messages/notes.ts'
import { useSearchText } from '#web/ui/use-search-text.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { NotesAddress } from './notes-address.ts'
import css from './notes.module.css'

/** Typing searches after so long a pause. */
const PAUSE_MS = 300

/** The search and the choices of which marks are shown, in which order. */
export const NotesBar = ({ address: { query, to } }: { address: NotesAddress }) => {
  const navigate = useNavigate()
  const [text, setText, sentRef] = useSearchText(query.query)
  useEffect(() => {
    const typed = text.trim()
    if (typed === sentRef.current) return
    const timer = window.setTimeout(() => {
      sentRef.current = typed
      void navigate(to({ query: typed }), { replace: true, preventScrollReset: true })
    }, PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [text, navigate, to, sentRef])
  const go = (changes: Parameters<typeof to>[0]) =>
    void navigate(to(changes), { replace: true, preventScrollReset: true })
  return (
    <form role="search" aria-label={NOTES.title} className={css.bar} onSubmit={(event) => event.preventDefault()}>
      <label className={css.search}>
        <VisuallyHidden>{NOTES.search}</VisuallyHidden>
        <input
          type="search"
          name="query"
          dir="auto"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={QUERY_MAX}
          placeholder={NOTES.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className={css.choices}>
        <Choice
          label={NOTES.kind}
          value={query.kind}
          options={[['', NOTES.anyKind], ...MARK_KINDS.map((one) => [one, NOTES.kinds[one]] as const)]}
          onChoose={(kind) => go({ kind: MARK_KINDS.find((one) => one === kind) })}
        />
        <Choice
          label={NOTES.color}
          value={query.color}
          options={[['', NOTES.anyColor], ...MARK_COLORS.map((one) => [one, MARKS.colors[one]] as const)]}
          onChoose={(color) => go({ color: MARK_COLORS.find((one) => one === color) })}
        />
        <Choice
          label={NOTES.order}
          value={query.order}
          options={MARK_ORDERS.map((one) => [one, NOTES.orders[one]] as const)}
          onChoose={(order) => go({ order: MARK_ORDERS.find((one) => one === order) ?? 'date' })}
        />
      </div>
    </form>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

const Choice = ({ label, value = '', options, onChoose }: ChoiceProps) => (
  <label>
    <VisuallyHidden>{label}</VisuallyHidden>
    <select value={value} onChange={(event) => onChoose(event.target.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
