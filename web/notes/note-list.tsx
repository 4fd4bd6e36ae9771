import { Link } from 'react-router'
import type { MarkOrder } from '#contract/values/marks.ts'
import type { MarkInBook } from '#contract/marks.ts'
import { quoteOf } from '#web/marks/listed-marks.ts'
import { hashOfMark } from '#web/marks/mark-address.ts'
import { NOTES } from '#web/messages/notes.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './notes.module.css'
import { LANGUAGE } from '#web/messages/language.ts'

const MONTH = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'long', year: 'numeric' })

/** Marks below the months in which they were made, or below their books. */
export const NoteList = ({ marks, order }: { marks: readonly MarkInBook[]; order: MarkOrder }) => (
  <>
    {groupsOf(marks, order).map(({ key, title, own }) => (
      <section key={key} className={css.group} aria-labelledby={`group-${key}`}>
        <h2 id={`group-${key}`} dir="auto">
          {title}
        </h2>
        <ul>
          {own.map((mark) => (
            <Note key={`${mark.book._id} ${mark.id}`} mark={mark} hasBook={order === 'date'} />
          ))}
        </ul>
      </section>
    ))}
  </>
)

const groupsOf = (marks: readonly MarkInBook[], order: MarkOrder) => {
  const keyOf = ({ book, content }: MarkInBook) => (order === 'book' ? book._id : content.createdAt.slice(0, 7))
  return [...Map.groupBy(marks, keyOf)].map(([key, own]) => {
    const { title = null } = own[0]?.book ?? {}
    return { key, own, title: order === 'book' ? (title ?? NOTES.hiddenBook) : MONTH.format(new Date(`${key}-02`)) }
  })
}

const Note = ({ mark: { id, book, content }, hasBook }: { mark: MarkInBook; hasBook: boolean }) => {
  const page = content.anchors[0]?.page ?? 1
  const text = (
    <>
      <span className={css.quote} dir="auto">
        {quoteOf(content)}
      </span>
      {content.note && (
        <span className={css.note} dir="auto">
          <VisuallyHidden>{NOTES.note} </VisuallyHidden>
          {content.note}
        </span>
      )}
      <span className={css.place}>
        {!content.color && <span>{NOTES.bookmark}</span>}
        {hasBook && <bdi>{book.title ?? NOTES.hiddenBook}</bdi>}
        <span>{NOTES.page(page)}</span>
      </span>
    </>
  )
  return (
    <li className={css.mark} data-color={content.color ?? 'bookmark'}>
      {book.isOpen ? <Link to={`/read/${book._id}${hashOfMark(id, { page })}`}>{text}</Link> : <div>{text}</div>}
    </li>
  )
}
