import type { CSSProperties } from 'react'
import type { Comment } from '#contract/comments.ts'
import { GENRES } from '#contract/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { COMMENTS } from '#web/words/books.ts'
import css from './comments.module.css'

/** One comment: who, when, what. */
export const Written = ({ comment: { user, createdAt, text } }: { comment: Comment }) => (
  <li className={css.comment}>
    {user?.profileImage ? (
      <img className={css.face} src={user.profileImage} alt="" width={47} height={47} loading="lazy" />
    ) : (
      <Initial name={user?.username} />
    )}
    <p className={css.who}>
      <b dir="auto">{user?.username ?? COMMENTS.unknown}</b>
      <time dateTime={createdAt}>{DAY.format(new Date(createdAt))}</time>
    </p>
    <p className={css.text} dir="auto">
      {text}
    </p>
  </li>
)

// The same everywhere, or the browser would not agree with what the server wrote.
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The default avatar: a first letter on cloth, always the same for a name. */
const Initial = ({ name }: { name: string | undefined }) => (
  <span className={css.face} style={name ? clothFor(name) : undefined} aria-hidden="true">
    {name ? [...name][0]?.toUpperCase() : '?'}
  </span>
)

const clothFor = (name: string) => {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  const { cloth, ink } = clothOf(GENRES[sum % GENRES.length] ?? 'Other')
  return { '--cloth': cloth, '--on-cloth': ink } as CSSProperties
}
