import type { Selectable } from 'kysely'
import type { User } from '#contract/shapes/people.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** What `toUser` needs of an account. */
export const OWN_COLUMNS = [
  'id',
  'username',
  'email',
  'userType',
  'verified',
  'guest',
  'sex',
  'profileImage',
  'weeklyMail',
  'language',
  'about',
  'links',
  'createdAt',
] as const

/** An account as its owner sees it. */
export const toUser = (row: Pick<Selectable<Tables['users']>, (typeof OWN_COLUMNS)[number]>): User => ({
  _id: row.id,
  username: row.username,
  email: row.email,
  userType: row.userType as User['userType'],
  verified: row.verified,
  guest: row.guest,
  sex: row.sex as User['sex'],
  profileImage: row.profileImage,
  weeklyMail: row.weeklyMail,
  language: row.language,
  about: row.about,
  links: row.links,
  createdAt: row.createdAt.toISOString(),
})
