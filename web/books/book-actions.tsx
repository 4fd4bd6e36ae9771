import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { getPosition } from '#contract/calls/reading.ts'
import { query } from '#web/api/query.ts'
import { KeepButton } from '#web/offline/keep-button.tsx'
import { FollowButton } from '#web/notices/follow-button.tsx'
import { AddToListButton } from '#web/shelves/add-to-list-button.tsx'
import { WantButton } from '#web/shelves/want-button.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { isModerator } from '#web/session/is-moderator.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { BOOK_ACTIONS } from '#web/messages/book-actions.ts'
import { READING } from '#web/messages/reading.ts'
import { REPORT } from '#web/messages/reports.ts'
import { ReportButton } from '#web/reports/report-button.tsx'
import css from './book-actions.module.css'

const SendToDevice = optionalPart(async () => (await import('./send-to-device.tsx')).SendToDevice)
const DeleteBookDialog = openedPart(async () => (await import('./delete-book-dialog.tsx')).DeleteBookDialog)
const HideBookDialog = openedPart(async () => (await import('#web/moderation/hide-book-dialog.tsx')).HideBookDialog)

/**
 * On a book's page: its shelves, lists, Follow and Keep for every member, Send where the site sends books to devices, its
 * administration for administrators, Hide for moderators too, the form to edit it for its publisher, and Report for
 * everybody else.
 */
export const BookActions = ({ book }: { book: BookDetail }) => {
  const { _id: id, title, publisher } = book
  const { user } = useSession()
  const isOwn = book.isOwn || publisher?._id === user?._id
  const [dialog, setDialog] = useState<'delete' | 'hide'>()
  const close = () => setDialog(undefined)
  const isAdmin = user?.userType === 'admin'
  const { sendsToDevices } = useSiteSettings()
  if (!user) return null
  const hasEpub = book.format === 'epub' || book.hasPageEpub
  const maySave = book.downloads !== 'none' || isOwn || isModerator(user)
  return (
    <nav className={css.actions} aria-label={BOOK_ACTIONS.label}>
      <WantButton bookId={id} />
      {!user.guest && <AddToListButton book={book} />}
      <FollowButton kind="book" id={id} name={title} />
      <KeepButton book={book} />
      {sendsToDevices && hasEpub && maySave && !user.guest && (
        <Suspense>
          <SendToDevice bookId={id} />
        </Suspense>
      )}
      {isOwn && <Link to={`/books/${id}/edit`}>{BOOK_ACTIONS.edit}</Link>}
      {!isOwn && <ReportButton kind="book" id={id} label={REPORT.reportBook} />}
      {isModerator(user) && (
        <Button kind="quiet" onClick={() => setDialog('hide')}>
          {BOOK_ACTIONS.hide}
        </Button>
      )}
      {dialog === 'hide' && <HideBookDialog book={book} onClose={close} />}
      {isAdmin && (
        <>
          <Link to={`/admin/books/edit/${id}`}>{BOOK_ACTIONS.manage}</Link>
          <Button kind="quiet" onClick={() => setDialog('delete')}>
            {BOOK_ACTIONS.delete}
          </Button>
          {/* Outside of the header, whose colours it would inherit. */}
          {dialog === 'delete' &&
            createPortal(<DeleteBookDialog id={id} title={title} onClose={close} />, document.body)}
        </>
      )}
    </nav>
  )
}

/** Beside Read Now: the page at which a member is, who may just have come from it; nothing if they have not begun the book. */
export const ReadSoFar = ({ book: { _id, pageCount } }: { book: BookDetail }) => {
  const { data } = useQuery({ ...query(getPosition, { params: { id: _id } }), refetchOnMount: 'always' })
  return data?.at && READING.pageOf(data.at.page, pageCount)
}
