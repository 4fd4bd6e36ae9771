import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useSentences } from '#web/language/use-sentences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { getBook } from '#contract/calls/books.ts'
import { deleteBook, getOwnBook } from '#contract/calls/publishing.ts'
import type { Call } from '#contract/api/endpoint.ts'
import type { User } from '#contract/shapes/people.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { PAGE_PROBLEMS } from '#contract/api/page-problems.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { query } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useAction } from '#web/api/use-action.ts'
import { Head } from '#web/document/head.tsx'
import { useGuard } from '#web/session/guard.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { NO_SESSION } from '#web/messages/site.ts'
import { EDIT } from '#web/messages/publishing.ts'
import { DRAFT } from '#web/messages/studio.ts'
import { BookState } from './book-state.tsx'
import { ConfirmDelete } from './confirm-delete.tsx'
import css from './create.module.css'
import { DraftForm } from './draft-form.tsx'
import { EditForm } from './edit-form.tsx'
import { useLeftDraft } from './use-autosave.ts'

const BookChapters = lazy(async () => ({ default: (await import('./book-chapters.tsx')).BookChapters }))

/** The pages about an own book: its form, or its chapters. They are one route, because every page loads all routes. */
export const Component = () =>
  useParams()['part'] === 'chapters' ? (
    <Suspense fallback={<div className={css.waiting} />}>
      <BookChapters />
    </Suspense>
  ) : (
    <EditPage />
  )

/** The page where the publisher of a book, or an administrator, edits it. */
const EditPage = () => {
  useGuard()
  const session = useSession()
  return (
    <div className="wrap">
      <Head title={EDIT.title} />
      {session.status === 'failed' ? (
        <>
          <PageHead title={EDIT.title} lede={EDIT.lede} />
          <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
        </>
      ) : session.status === 'member' ? (
        <Suspense fallback={<Waiting />}>
          <Book user={session.user} />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

const Book = ({ user }: { user: User }) => {
  const { id = '' } = useParams()
  useLeftDraft(id)
  const { data: book, error, refetch } = useQuery(query(getOwnBook, { params: { id } }))
  const [loads, setLoads] = useState(0)
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = useDelete(id)
  if (!book && isProblem(error, 'forbidden')) return user.userType === 'admin' ? <ForeignBook id={id} /> : <NotYours />
  if (!book && error) return <Failed error={error} call={getOwnBook} onRetry={refetch} />
  if (!book) return <Waiting />
  if (!book.mayChange) return <NotYours />
  const reload = async () => {
    await refetch()
    setLoads((count) => count + 1)
  }
  return (
    <>
      <PageHead
        title={book.state === 'draft' ? DRAFT.title : EDIT.title}
        lede={book.state === 'draft' ? DRAFT.lede : EDIT.lede}
      />
      {book.state === 'draft' ? (
        <DraftForm
          key={loads}
          book={book}
          isDeleting={isDeleting}
          onReload={() => void reload()}
          onDelete={() => setIsDeleting(true)}
        />
      ) : (
        <>
          <BookState book={book} />
          <EditForm key={book._id} book={book} isPublished={book.state === 'published'} />
        </>
      )}
      <ConfirmDelete
        title={isDeleting ? book.title || DRAFT.untitled : undefined}
        busy={remove.isPending}
        onCancel={() => setIsDeleting(false)}
        onDelete={() => remove.mutate(undefined, { onSettled: () => setIsDeleting(false) })}
      />
    </>
  )
}

/** A published book of somebody else, for administrators. */
const ForeignBook = ({ id }: { id: string }) => {
  const { data: book, error, refetch } = useQuery(query(getBook, { params: { id } }))
  if (!book && error) return <Failed error={error} call={getBook} onRetry={refetch} />
  if (!book) return <Waiting />
  return (
    <>
      <PageHead title={EDIT.title} lede={EDIT.lede} />
      <EditForm key={book._id} book={book} />
    </>
  )
}

const useDelete = (id: string) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useAction({
    call: deleteBook,
    send: () => api(deleteBook, { params: { id } }),
    done: ({ message }) => translateSentence(message),
    onDone: () => {
      void navigate('/profile')
      void client.invalidateQueries()
    },
    messageOf: toFailure,
  })
}

const NotYours = () => {
  const translate = useSentences()
  return (
    <>
      <PageHead title={EDIT.title} lede={EDIT.lede} />
      <ErrorNotice title={EDIT.foreign} message={translate(PAGE_PROBLEMS.notYourBook.message)}>
        <ToProfile />
      </ErrorNotice>
    </>
  )
}

interface FailedProps {
  error: Error
  call: Call
  onRetry: () => Promise<unknown>
}

const Failed = ({ error, call, onRetry }: FailedProps) => (
  <>
    <PageHead title={EDIT.title} lede={EDIT.lede} />
    <ErrorNotice
      message={errorMessage(error, call)}
      onRetry={isProblem(error, 'not_found') ? undefined : () => void onRetry()}
    >
      <ToProfile />
    </ErrorNotice>
  </>
)

const PageHead = ({ title, lede }: { title: string; lede: string }) => (
  <header className={css.head}>
    <h1 className="d2">{title}</h1>
    <p className="prose">{lede}</p>
  </header>
)

const ToProfile = () => (
  <ButtonLink kind="quiet" to="/profile">
    {EDIT.back}
  </ButtonLink>
)

const Waiting = () => (
  <div className={css.waiting}>
    <PageHead title={EDIT.title} lede={EDIT.lede} />
    <Loading text={EDIT.loading} />
  </div>
)
