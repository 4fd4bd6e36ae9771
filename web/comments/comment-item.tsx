import type { ReactNode } from 'react'
// The styles of the text, which is in the page before its script.
import '#web/accounts/avatar.css'
import css from './comment-item.module.css'
import './placed-comment.css'

/** One comment in a list: its text, and the actions on it. */
export const CommentItem = ({ children }: { children: ReactNode }) => <li className={css.comment}>{children}</li>
