import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getBook } from '#contract/calls/books.ts'
import type { User } from '#contract/people.ts'
import { isProblem } from '#contract/api-error.ts'
import { PAGE_PROBLEMS } from '#contract/page-problems.ts'
import { query } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Head } from '#web/document/head.tsx'
import { useGuard } from '#web/session/guard.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { NO_SESSION } from '#web/messages/site.ts'
import { EDIT } from '#web/messages/publishing.ts'
import css from './create.module.css'
import { EditForm } from './edit-form.tsx'

/** The page where the publisher of a book, or an administrator, edits it. */
export const Component = () => {
  useGuard()
  const session = useSession()
  return (
    <div className="wrap">
      <Head title={EDIT.title} />
      <header className={css.head}>
        <h1 className="d2">{EDIT.title}</h1>
        <p className="prose">{EDIT.lede}</p>
      </header>
      {session.status === 'failed' ? (
        <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
      ) : session.status === 'member' ? (
        <Book user={session.user} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

const Book = ({ user }: { user: User }) => {
  const { id = '' } = useParams()
  const { data: book, error, refetch } = useQuery(query(getBook, { params: { id } }))
  if (!book && error)
    return (
      <ErrorNotice
        message={errorMessage(error, getBook)}
        onRetry={isProblem(error, 'not_found') ? undefined : () => void refetch()}
      >
        <ToProfile />
      </ErrorNotice>
    )
  if (!book) return <Waiting />
  if (book.publisher?._id !== user._id && user.userType !== 'admin')
    return (
      <ErrorNotice title={EDIT.foreign} message={PAGE_PROBLEMS.notYourBook.message}>
        <ToProfile />
      </ErrorNotice>
    )
  return <EditForm key={book._id} book={book} />
}

const ToProfile = () => (
  <ButtonLink kind="quiet" to="/profile">
    {EDIT.back}
  </ButtonLink>
)

const Waiting = () => (
  <div className={css.waiting}>
    <Loading text={EDIT.loading} />
  </div>
)
