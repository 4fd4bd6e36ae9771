import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide'
import { useState } from 'react'
import { getUserDetails } from '#contract/calls/accounts.ts'
import type { BookDetail } from '#contract/books.ts'
import { listVisibleComments } from '#contract/calls/comments.ts'
import { block } from '#contract/calls/moderation.ts'
import { listReceivedComments } from '#contract/calls/received-comments.ts'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf } from '#web/api/query.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { COMMENT_ACTIONS } from '#web/messages/moderation.ts'
import { REPORT } from '#web/messages/reports.ts'
import { useReportDialog } from '#web/reports/report-button.tsx'
import { isModerator } from '#web/session/is-moderator.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './comment-actions.module.css'
import { DeleteComment } from './delete-comment.tsx'

const HideCommentDialog = openedPart(async () => (await import('./hide-comment-dialog.tsx')).HideCommentDialog)
const HidePersonDialog = openedPart(
  async () => (await import('#web/moderation/hide-person-dialog.tsx')).HidePersonDialog,
)

interface CommentActionsProps {
  book: Pick<BookDetail, '_id' | 'publisher' | 'isOwn'>
  comment: Comment
  /** The current user. */
  user: User
  mayDelete: boolean
}

/** What a member can do with a comment. */
export const CommentActions = ({ book, comment, user, mayDelete }: CommentActionsProps) => {
  const [dialog, setDialog] = useState<'comment' | 'person'>()
  const block = useBlock()
  const close = () => setDialog(undefined)
  const writer = comment.user
  const isOwn = writer?._id === user._id
  const mayModerate = isModerator(user)
  const reportComment = useReportDialog({ kind: 'comment', id: comment._id })
  const reportPerson = useReportDialog({ kind: 'person', id: writer?._id ?? '' })
  const entries = [
    ...(isOwn ? [] : [{ label: REPORT.reportComment, onSelect: () => reportComment.open() }]),
    ...(writer && !isOwn ? [{ label: REPORT.reportPerson(writer.username), onSelect: () => reportPerson.open() }] : []),
    ...(mayModerate || book.isOwn || book.publisher?._id === user._id
      ? [{ label: COMMENT_ACTIONS.hide, onSelect: () => setDialog('comment') }]
      : []),
    ...(mayModerate && writer && !isOwn
      ? [{ label: COMMENT_ACTIONS.hidePerson, onSelect: () => setDialog('person') }]
      : []),
    ...(writer && !isOwn ? [{ label: COMMENT_ACTIONS.block, onSelect: () => void block(writer) }] : []),
  ]
  return (
    <>
      {mayDelete && <DeleteComment bookId={book._id} comment={comment} />}
      {entries.length > 0 && (
        <div className={css.menu}>
          <Menu
            className={css.button}
            label={COMMENT_ACTIONS.menu(writer?.username ?? COMMENTS.unknown)}
            button={<Icon of={Ellipsis} />}
            entries={entries}
          />
        </div>
      )}
      {reportComment.dialog}
      {reportPerson.dialog}
      {dialog === 'comment' && <HideCommentDialog bookId={book._id} comment={comment} onClose={close} />}
      {dialog === 'person' && writer && <HidePersonDialog id={writer._id} username={writer.username} onClose={close} />}
    </>
  )
}

const useBlock = () => {
  const client = useQueryClient()
  const toast = useToast()
  return async ({ _id: id, username }: { _id: string; username: string }) => {
    try {
      await api(block, { params: { id } })
      // The account has blocks now, so that the comments without theirs are loaded.
      await client.invalidateQueries({ queryKey: keyOf(getUserDetails) })
      for (const call of [listVisibleComments, listReceivedComments])
        void client.invalidateQueries({ queryKey: keyOf(call) })
      toast.good(COMMENT_ACTIONS.blocked(username))
      document.getElementById('comments')?.focus()
    } catch (error) {
      toast.bad(errorMessage(error, block))
    }
  }
}
