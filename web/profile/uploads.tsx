import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteBook, listOwnBooks } from '#contract/calls/publishing.ts'
import type { OwnBook as Book } from '#contract/publishing.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { OwnBook } from './own-book.tsx'
import { useOwnBooks } from './use-own-books.ts'
import { ConfirmDelete } from '#web/publishing/confirm-delete.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { AUTHOR_PAGE, EXPORT_WORKS, UPLOADS } from '#web/messages/profile.ts'
import { DRAFT } from '#web/messages/studio.ts'
import { Questions, WithOthers } from './co-authorships.tsx'
import css from './profile.module.css'
import { type Group, isIn, Studio } from './studio.tsx'
import { useCoAuthorships } from './use-co-authorships.ts'

const INITIAL_COUNT = 4
const NONE = { asked: [], agreed: [] }

/** The user's own books with their statistics, and links to edit or delete them, and those with others. */
export const Uploads = ({ isAuthor }: { isAuthor: boolean }) => {
  const { books: own, failure, isWaiting: isWaitingForOwn, retry } = useOwnBooks()
  const { data: { asked, agreed } = NONE, isPending } = useCoAuthorships()
  // All of it at once: what comes later would move what is there.
  const isWaiting = isWaitingForOwn || (isPending && !failure)
  const books = isWaiting ? undefined : own
  const hasOthers = asked.length + agreed.length > 0
  return (
    <section className={`wrap ${css.uploads}`} aria-labelledby="uploads">
      <div className={css.uploadsHead}>
        <h2 className={css.heading} id="uploads" tabIndex={-1}>
          {UPLOADS.title}
        </h2>
        <div className={css.uploadsLinks}>
          {isAuthor && (
            <ButtonLink kind="quiet" to="/profile/data">
              {EXPORT_WORKS.link}
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" to="/profile/author">
            {AUTHOR_PAGE.title}
          </ButtonLink>
          <ButtonLink kind="strong" to="/create">
            {UPLOADS.upload}
          </ButtonLink>
        </div>
      </div>
      {failure && <ErrorNotice message={failure} onRetry={retry} />}
      {books && <Questions asked={asked} />}
      {books?.length === 0 && !hasOthers && <p className={css.none}>{UPLOADS.none}</p>}
      {books && books.length > 0 && <Books books={books} />}
      {books && <WithOthers agreed={agreed} />}
      {isWaiting && <OwnBooksSkeleton />}
    </section>
  )
}

const Books = ({ books }: { books: Book[] }) => {
  const [showAll, setShowAll] = useState(false)
  const [chosen, setGroup] = useState<Group>()
  // Its last book may be deleted, published or read meanwhile.
  const group = books.some(isIn(chosen)) ? chosen : undefined
  const shown = books.filter(isIn(group))
  const [toDelete, setToDelete] = useState<Book>()
  const remove = useRemove()
  return (
    <>
      <Studio books={books} group={group} onGroup={setGroup} />
      <ul className={css.books}>
        {shown.slice(0, showAll ? undefined : INITIAL_COUNT).map((book) => (
          <OwnBook key={book._id} book={book} heading="h3">
            {book.state !== 'draft' && (
              <ButtonLink
                kind="quiet"
                to={`/profile/books/${book._id}/figures`}
                aria-label={UPLOADS.figuresOf(book.title)}
              >
                {UPLOADS.figures}
              </ButtonLink>
            )}
            {!book.hidden && (
              <ButtonLink kind="quiet" to={`/books/${book._id}/edit`} aria-label={UPLOADS.editOf(titleOf(book))}>
                {UPLOADS.edit}
              </ButtonLink>
            )}
            <Button kind="quiet" danger aria-label={UPLOADS.removeOf(titleOf(book))} onClick={() => setToDelete(book)}>
              {UPLOADS.remove}
            </Button>
          </OwnBook>
        ))}
      </ul>
      {shown.length > INITIAL_COUNT && !showAll && (
        <Button kind="quiet" onClick={() => setShowAll(true)}>
          {UPLOADS.all(shown.length)}
        </Button>
      )}
      <ConfirmDelete
        title={toDelete && titleOf(toDelete)}
        busy={remove.isPending}
        onCancel={() => setToDelete(undefined)}
        onDelete={() => toDelete && remove.mutate(toDelete._id, { onSettled: () => setToDelete(undefined) })}
      />
    </>
  )
}

const titleOf = ({ title }: Book) => title || DRAFT.untitled

const useRemove = () => {
  const client = useQueryClient()
  return useAction({
    call: deleteBook,
    send: (id: string) => api(deleteBook, { params: { id } }),
    done: ({ message }) => translateSentence(message),
    onDone: (_, id) => {
      client.setQueryData(query(listOwnBooks).queryKey, (books) => books?.filter(({ _id }) => _id !== id))
      void client.invalidateQueries()
      // The focused button is deleted together with its book.
      document.getElementById('uploads')?.focus()
    },
    messageOf: (thrown, call) => toFailure(thrown, call, deleteBook.failureMessage),
  })
}

const OwnBooksSkeleton = () => (
  <Loading text={UPLOADS.loading}>
    <div className={css.books}>
      {Array.from({ length: INITIAL_COUNT }, (_, index) => (
        <div key={index} className={css.bookSkeleton}>
          <Skeleton aspectRatio="2 / 3" width="4.5rem" />
        </div>
      ))}
    </div>
  </Loading>
)
