import type { CSSProperties } from 'react'
import { GENRES } from '#contract/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { classNames } from '#web/ui/class-names.ts'
import css from './avatar.module.css'

interface AvatarProps {
  /** Absent where the account is gone. */
  user: { username: string; profileImage: string | null } | null | undefined
  big?: boolean
}

/** Somebody's picture; without one a first letter on cloth, always the same for a name. */
export const Avatar = ({ user, big }: AvatarProps) => {
  const look = classNames(css.avatar, big && css.big)
  if (user?.profileImage)
    return <img className={look} src={user.profileImage} alt="" width={47} height={47} loading="lazy" />
  return (
    <span className={look} style={user ? clothFor(user.username) : undefined} aria-hidden="true">
      {user ? [...user.username][0]?.toUpperCase() : '?'}
    </span>
  )
}

const clothFor = (name: string) => {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  const { cloth, ink } = clothOf(GENRES[sum % GENRES.length] ?? 'Other')
  return { '--cloth': cloth, '--on-cloth': ink } as CSSProperties
}
