import { ArrowDown, ArrowUp, X } from 'lucide'
import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { ShelvedBook } from '#contract/shelves.ts'
import { Cover } from '#web/books/cover.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './ordered-books.module.css'
import { useOrder } from './use-order.ts'

type OrderedBooksProps = Parameters<typeof useOrder>[0] & {
  /** They are in the order by hand, so that they can be moved. */
  canMove: boolean
}

/** A page of own books as rows: buttons or Alt with an arrow key move a book, also to the next page, and take it off. */
export const OrderedBooks = ({ canMove, ...order }: OrderedBooksProps) => {
  const { shown, said, move, takeOff } = useOrder(order)
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<{ row: string; control: string | undefined }>(undefined)
  // React moves the row, which loses the focus in it; of a row that is on another page now it goes to its neighbour.
  useLayoutEffect(() => {
    if (!focused.current) return
    const { row, control } = focused.current
    focused.current = undefined
    const rows = [...(list.current?.children ?? [])] as HTMLElement[]
    const target = rows.find((one) => one.dataset['row'] === row) ?? rows.at(-1)
    target?.querySelector<HTMLElement>(control ? `[data-control=${control}]` : 'a')?.focus()
  }, [shown])
  const { before, total } = order
  const run = (row: string, control: string | undefined, change: () => unknown) => {
    focused.current = { row, control }
    if (change() === false) focused.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, book: ShelvedBook) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!by || !event.altKey || !canMove) return
    event.preventDefault()
    run(book._id, controlOf(event.target), () => move(book, by))
  }
  return (
    <>
      <ol ref={list} className={css.rows} start={before + 1}>
        {shown.map((book, i) => {
          const { _id: id, title, author } = book
          const step = (control: 'up' | 'down', by: 1 | -1) => {
            const place = before + i + 1 + by
            const isPossible = place >= 1 && place <= total
            return (
              <IconButton
                label={by < 0 ? MY_BOOKS.moveUp(title) : MY_BOOKS.moveDown(title)}
                data-control={control}
                aria-disabled={!isPossible || undefined}
                onClick={() => isPossible && run(id, control, () => move(book, by))}
              >
                <Icon of={by < 0 ? ArrowUp : ArrowDown} />
              </IconButton>
            )
          }
          return (
            <li key={id} data-row={id} onKeyDown={(event) => onKeyDown(event, book)}>
              <span>
                <Cover book={book} sizes="3.5rem" />
              </span>
              <div className={css.words}>
                <h2 {...textAttributes(title)}>
                  <Link to={`/book/${id}`}>{title}</Link>
                </h2>
                <p className="muted" {...textAttributes(author)}>
                  {author}
                </p>
              </div>
              <div className={css.controls}>
                {canMove && step('up', -1)}
                {canMove && step('down', 1)}
                <IconButton
                  label={MY_BOOKS.takeOff(title)}
                  data-control="off"
                  onClick={() => run(shown[i + 1]?._id ?? '', 'off', () => takeOff(book))}
                >
                  <Icon of={X} />
                </IconButton>
              </div>
            </li>
          )
        })}
      </ol>
      {canMove && <p className={`muted ${css.keys}`}>{MY_BOOKS.keys}</p>}
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </>
  )
}

const controlOf = (target: EventTarget) =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-control]')?.dataset['control'] : undefined
