import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newBooks } from '#contract/calls/books.ts'
import type { Book } from '#contract/books.ts'
import { PROMOTION_DAYS } from '#contract/values/premium.ts'
import { listOwnBooks } from '#contract/calls/publishing.ts'
import { query } from '#web/api/query.ts'
import { Cover } from '#web/books/cover.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { useSite } from '#web/document/site.tsx'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { PROMOTION } from '#web/messages/promotion.ts'
import { CREATE } from '#web/messages/publishing.ts'
import { Findings } from './findings.tsx'
import css from './published.module.css'

const SHELF_SIZE = 4
const SIZES = '(max-width: 40rem) 22vw, 9rem'

interface PublishedProps {
  book: Book
  message: string
  /** What readers will not see of the file. */
  findings?: readonly string[] | undefined
  fileName: string | undefined
  /** Also when the author uploads another book. */
  onClose: () => void
}

/** The dialog after an upload: the new book on a shelf, and its link to share. */
export const Published = ({ book, message, findings, fileName, onClose }: PublishedProps) => (
  <Dialog
    wide
    title={CREATE.done}
    onClose={onClose}
    closeLabel={CREATE.another}
    actions={
      <ButtonLink kind="strong" to={`/books/${book._id}`} onClick={onClose}>
        {CREATE.see}
      </ButtonLink>
    }
  >
    <p className={css.message}>{translateSentence(message)}</p>
    {findings && <Findings texts={findings} fileName={fileName} />}
    <NewShelf book={book} />
    <Share id={book._id} />
    <p className={css.rule}>{PROMOTION.rule(PROMOTION_DAYS)}</p>
  </Dialog>
)

/** The new book among the author's others, or else among the newest. */
const NewShelf = ({ book }: { book: Book }) => {
  const own = useQuery(query(listOwnBooks)).data?.filter(({ hidden, state }) => !hidden && state === 'published') ?? []
  const newest = useQuery(query(newBooks)).data ?? []
  const others = new Map([...own, ...newest].map((other) => [other._id, other]))
  others.delete(book._id)
  const neighbours = [...others.values()].slice(0, SHELF_SIZE - 1)
  return (
    <div>
      <div className={css.line}>
        <span className={css.fresh}>
          <Cover book={book} sizes={SIZES} first />
        </span>
        {neighbours.map((other) => (
          <Cover key={other._id} book={other} sizes={SIZES} />
        ))}
      </div>
      <p className={css.title} {...textAttributes(book.title)}>
        {book.title}
      </p>
      <p className={css.author} {...textAttributes(book.author)}>
        {book.author}
      </p>
    </div>
  )
}

const Share = ({ id }: { id: string }) => {
  const [said, setSaid] = useState('')
  const link = `${useSite().origin}/books/${id}`
  const copy = async () => setSaid((await copyText(link)) ? CREATE.copied : CREATE.notCopied)
  return (
    <div className={css.share}>
      <img className={css.code} src={`/books/${id}/code.svg`} alt={CREATE.code} width={96} height={96} />
      <div>
        <p className="hint">{CREATE.link}</p>
        <p className={css.link}>{link}</p>
        <div className={css.actions}>
          <Button kind="quiet" onClick={() => void copy()}>
            {CREATE.copy}
          </Button>
          <ButtonAnchor kind="quiet" href={`/books/${id}/card`} target="_blank">
            {CREATE.print}
            <VisuallyHidden> {CREATE.newTab}</VisuallyHidden>
          </ButtonAnchor>
          <span role="status">{said}</span>
        </div>
      </div>
    </div>
  )
}
