import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getAdminBook } from '#contract/calls/admin.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { BACK_TO_BOOKS, EDIT_BOOK } from '#web/messages/admin-books.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { FormSkeleton } from './skeletons.tsx'
import { EditBookForm } from './edit-book-form.tsx'
import { LIVE_QUERY } from './live-query.ts'
import css from './table.module.css'

const BACK = { to: '/admin/books', label: BACK_TO_BOOKS }

/** The page where an administrator edits a book. */
export const Component = () => (
  <StaffPage title={EDIT_BOOK.title} back={BACK}>
    <Book />
  </StaffPage>
)

const Book = () => {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({ ...query(getAdminBook, { params: { id } }), ...LIVE_QUERY })
  if (data) return <EditBookForm key={id} book={data.data} onStale={() => void refetch()} />
  if (!error) return <FormSkeleton text={EDIT_BOOK.loading} />
  return (
    <div className={css.state}>
      <ErrorNotice
        message={adminErrorMessage(error, getAdminBook, getAdminBook.failureMessage)}
        onRetry={isProblem(error, 'not_found') ? undefined : () => void refetch()}
      />
    </div>
  )
}
