import type { Selectable } from 'kysely'
import type { User } from '#contract/people.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** An account as its owner sees it. */
export const toUser = (row: Omit<Selectable<Tables['users']>, 'passwordHash'>): User => ({
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
