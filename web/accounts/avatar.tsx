import type { CSSProperties } from 'react'
import { GENRES } from '#contract/shapes/genres.ts'
import { clothOf } from '#covers/palettes.ts'
import { classNames } from '#web/ui/class-names.ts'
import './avatar.css'

interface AvatarProps {
  /** Undefined if the account is deleted. */
  user: { username: string; profileImage: string | null } | null | undefined
  big?: boolean
}

/** A user's picture, or else the first letter of the name on a colour derived from it. */
export const Avatar = ({ user, big }: AvatarProps) => {
  const className = classNames('avatar', big && 'avatar-big')
  if (user?.profileImage)
    return <img className={className} src={user.profileImage} alt="" width={47} height={47} loading="lazy" />
  return (
    <span className={className} style={user ? colorsFor(user.username) : undefined} aria-hidden="true">
      {user ? [...user.username][0]?.toUpperCase() : '?'}
    </span>
  )
}

const colorsFor = (name: string) => {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  const { cloth, ink } = clothOf(GENRES[sum % GENRES.length] ?? 'Other')
  return { '--cloth': cloth, '--on-cloth': ink } as CSSProperties
}
