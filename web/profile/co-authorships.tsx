import { useState } from 'react'
import { Link } from 'react-router'
import type { CoAuthoredBook, CoAuthorQuestion } from '#contract/co-authors.ts'
import { Cover } from '#web/books/cover.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { CO_AUTHORSHIPS } from '#web/messages/co-authors.ts'
import { DRAFT, STATE } from '#web/messages/studio.ts'
import rowCss from './own-book.module.css'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import css from './co-authorships.module.css'
import profileCss from './profile.module.css'
import { useAnswer } from './use-co-authorships.ts'

/** The questions to the user, each with what the book is, and the buttons to answer. */
export const Questions = ({ asked }: { asked: CoAuthorQuestion[] }) => {
  const { mutate, isPending } = useAnswer()
  if (asked.length === 0) return null
  return (
    <section className={css.questions} aria-labelledby="questions">
      <h3 id="questions">{CO_AUTHORSHIPS.title}</h3>
      <p className="prose">{CO_AUTHORSHIPS.text}</p>
      <ul className={css.list}>
        {asked.map(({ book: { _id: id, title: given, author, caption, publisher } }) => {
          const title = given || DRAFT.untitled
          return (
            <li key={id} className={css.question}>
              <h4 {...textAttributes(title)}>{title}</h4>
              <p className="muted" dir="auto">
                {author} {publisher && `· ${CO_AUTHORSHIPS.by(publisher.username)}`}
              </p>
              {caption && (
                <details>
                  <summary>{CO_AUTHORSHIPS.about}</summary>
                  <p className={css.caption} dir="auto">
                    {caption}
                  </p>
                </details>
              )}
              <div className={css.actions}>
                <Button
                  kind="strong"
                  busy={isPending}
                  aria-label={CO_AUTHORSHIPS.agreeTo(title)}
                  onClick={() => mutate({ id, agrees: true, done: CO_AUTHORSHIPS.agreed(title) })}
                >
                  {CO_AUTHORSHIPS.agree}
                </Button>
                <Button
                  busy={isPending}
                  aria-label={CO_AUTHORSHIPS.declineOf(title)}
                  onClick={() => mutate({ id, agrees: false, done: CO_AUTHORSHIPS.declined })}
                >
                  {CO_AUTHORSHIPS.decline}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The books of which the user is a co-author, in every state. */
export const WithOthers = ({ agreed }: { agreed: CoAuthoredBook[] }) => {
  const [leaving, setLeaving] = useState<CoAuthoredBook>()
  const { mutate, isPending } = useAnswer()
  const close = () => setLeaving(undefined)
  const titleOf = (book: CoAuthoredBook | undefined) => book?.title || DRAFT.untitled
  if (agreed.length === 0) return null
  return (
    <section className={css.withOthers} aria-labelledby="with-others">
      <div className={css.head}>
        <h3 id="with-others">{CO_AUTHORSHIPS.withOthers}</h3>
        {agreed.some(({ state }) => state === 'published') && (
          <Link to="/profile/comments">{CO_AUTHORSHIPS.comments}</Link>
        )}
      </div>
      <ul className={profileCss.books}>
        {agreed.map((book) => (
          <Book key={book._id} book={book} title={titleOf(book)} onLeave={() => setLeaving(book)} />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        {...CO_AUTHORSHIPS.leaving}
        go={CO_AUTHORSHIPS.leave}
        waits
        isPending={isPending}
        onClose={close}
        onConfirm={() =>
          leaving &&
          mutate({ id: leaving._id, agrees: false, done: CO_AUTHORSHIPS.left(titleOf(leaving)) }, { onSettled: close })
        }
      >
        <p dir="auto">{CO_AUTHORSHIPS.leaving.text(titleOf(leaving))}</p>
      </ConfirmDialog>
    </section>
  )
}

interface BookProps {
  book: CoAuthoredBook
  title: string
  onLeave: () => void
}

const Book = ({ book, title, onLeave }: BookProps) => {
  const preview = `/books/${book._id}/preview`
  const isPublic = book.state === 'published' && !book.isHidden
  return (
    <li className={rowCss.book}>
      <span className={rowCss.cover}>
        <Cover book={book} sizes="5rem" />
      </span>
      <div className={rowCss.words}>
        <h4 className={rowCss.title} {...textAttributes(title)}>
          <Link to={isPublic ? `/books/${book._id}` : preview}>{title}</Link>
        </h4>
        <p dir="auto">{CO_AUTHORSHIPS.with(book.author)}</p>
        {!isPublic && (
          <p className={rowCss.state}>
            <b>{book.isHidden ? CO_AUTHORSHIPS.hidden : STATE.names[book.state]}</b>
            {book.publishAt && ` · ${formatTime(book.publishAt)}`}
          </p>
        )}
        <div className={rowCss.actions}>
          <ButtonLink kind="quiet" to={preview} aria-label={CO_AUTHORSHIPS.previewOf(title)}>
            {CO_AUTHORSHIPS.preview}
          </ButtonLink>
          <Button kind="quiet" danger aria-label={CO_AUTHORSHIPS.leaveOf(title)} onClick={onLeave}>
            {CO_AUTHORSHIPS.leave}
          </Button>
        </div>
      </div>
    </li>
  )
}
