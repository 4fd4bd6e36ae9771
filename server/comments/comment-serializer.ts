import type { Comment } from '#contract/comments.ts'

export interface CommentRow {
  id: string
  text: string
  createdAt: Date
  userId: string | null
  username: string | null
  profileImage: string | null
}

export const toComment = (row: CommentRow): Comment => ({
  _id: row.id,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  user: row.userId && row.username ? { _id: row.userId, username: row.username, profileImage: row.profileImage } : null,
})
