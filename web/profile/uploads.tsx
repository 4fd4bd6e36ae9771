import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteBook, listOwnBooks } from '#contract/publishing.ts'
import type { OwnBook as Book } from '#contract/publishing.ts'
import { api } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { OwnBook } from '#web/premium/own-book.tsx'
import { useOwnBooks } from '#web/premium/use-own-books.ts'
import { ConfirmDelete } from '#web/publishing/confirm-delete.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { UPLOADS } from '#web/messages/profile.ts'
import css from './profile.module.css'
import { failureHere } from './use-account-change.ts'

const SHOWN = 12
const SKELETON_COUNT = 4

/** One's own books, with how they do, and the ways to change them or take them away. */
export const Uploads = () => {
  const { books, failure, isWaiting, retry } = useOwnBooks()
  return (
    <section className={`wrap ${css.uploads}`} aria-labelledby="uploads">
      <div className={css.uploadsHead}>
        <h2 className={css.heading} id="uploads" tabIndex={-1}>
          {UPLOADS.title}
        </h2>
        <ButtonLink kind="strong" to="/create">
          {UPLOADS.upload}
        </ButtonLink>
      </div>
      {failure && <ErrorNotice message={failure} onRetry={retry} />}
      {books?.length === 0 && <p className={css.none}>{UPLOADS.none}</p>}
      {books && books.length > 0 && <Books books={books} />}
      {isWaiting && <OwnBooksSkeleton />}
    </section>
  )
}

const Books = ({ books }: { books: Book[] }) => {
  const [all, setAll] = useState(false)
  const [asked, setAsked] = useState<Book>()
  const remove = useRemove()
  return (
    <>
      <ul className={css.books}>
        {books.slice(0, all ? undefined : SHOWN).map((book) => (
          <OwnBook key={book._id} book={book} heading="h3">
            <ButtonLink kind="quiet" to={`/books/${book._id}/edit`} aria-label={UPLOADS.editOf(book.title)}>
              {UPLOADS.edit}
            </ButtonLink>
            <Button kind="quiet" danger aria-label={UPLOADS.removeOf(book.title)} onClick={() => setAsked(book)}>
              {UPLOADS.remove}
            </Button>
          </OwnBook>
        ))}
      </ul>
      {books.length > SHOWN && !all && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {UPLOADS.all(books.length)}
        </Button>
      )}
      <ConfirmDelete
        title={asked?.title}
        busy={remove.isPending}
        onCancel={() => setAsked(undefined)}
        onDelete={() => asked && remove.mutate(asked._id, { onSettled: () => setAsked(undefined) })}
      />
    </>
  )
}

const useRemove = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: string) => api(deleteBook, { params: { id } }),
    onSuccess: ({ message }, id) => {
      client.setQueryData(query(listOwnBooks).queryKey, (books) => books?.filter(({ _id }) => _id !== id))
      void client.invalidateQueries()
      toast.good(message)
      // The button that opened the dialog is gone with its book.
      document.getElementById('uploads')?.focus()
    },
    onError: (error) => {
      const { title, text } = failureHere(error, deleteBook.failureMessage)
      toast.bad(text ?? deleteBook.failureMessage, title)
    },
  })
}

const OwnBooksSkeleton = () => (
  <div className={css.skeleton}>
    <Loading text={UPLOADS.loading}>
      <div className={css.books}>
        {Array.from({ length: SKELETON_COUNT }, (_, index) => (
          <div key={index} className={css.bookSkeleton}>
            <Skeleton aspectRatio="2 / 3" width="4.5rem" />
          </div>
        ))}
      </div>
    </Loading>
  </div>
)
