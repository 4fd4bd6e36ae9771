import { BookForm } from '#web/publishing/book-form.tsx'
import { ADD_BOOK, BACK_TO_BOOKS } from '#web/messages/admin-books.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'

const BACK = { to: '/admin/books', label: BACK_TO_BOOKS }

/** The authors' upload form. */
export const Component = () => (
  <StaffPage title={ADD_BOOK} back={BACK}>
    <BookForm readOnly={false} />
  </StaffPage>
)
