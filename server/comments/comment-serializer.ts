import type { Comment } from '#contract/comments.ts'

export interface CommentRow {
  id: string
  text: string
  createdAt: Date
  userId: string | null
  username: string | null
  profileImage: string | null
  page: number | null
  cfi: string | null
  quote: string | null
  /** The words are not in the current file. */
  isLost: boolean
}

/** The columns of `comments` that a row has. */
export const COMMENT_COLUMNS = [
  'comments.id',
  'comments.text',
  'comments.createdAt',
  'comments.userId',
  'comments.page',
  'comments.cfi',
  'comments.quote',
  'comments.isLost',
] as const

export const toComment = (row: CommentRow): Comment => ({
  _id: row.id,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  user: row.userId && row.username ? { _id: row.userId, username: row.username, profileImage: row.profileImage } : null,
  ...(row.page !== null &&
    row.quote !== null && {
      place: {
        page: row.page,
        ...(row.cfi !== null && { cfi: row.cfi }),
        quote: row.quote,
        ...(row.isLost && { isLost: true as const }),
      },
    }),
})
