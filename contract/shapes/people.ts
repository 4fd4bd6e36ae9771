import * as z from 'zod/mini'
import { SEXES, USER_TYPES } from '#contract/values/people.ts'

export * from '#contract/values/people.ts'

/** An account as its owner sees it. */
export const User = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  userType: z.enum(USER_TYPES),
  verified: z.boolean(),
  guest: z.boolean(),
  sex: z.nullable(z.enum(SEXES)),
  profileImage: z.nullable(z.string()),
  weeklyMail: z.boolean(),
  /** The tag of the language that was chosen for its pages and mails; null is that of the browser. */
  language: z.nullable(z.string()),
  /** The lines and links on the own author's page. */
  about: z.nullable(z.string()),
  links: z.array(z.string()),
  createdAt: z.string(),
  /** At a log-in and in the details of the session, if the account blocks anybody or is blocked. */
  hasBlocks: z.optional(z.boolean()),
  /** In the same answers, if it has pen names. */
  hasPenNames: z.optional(z.boolean()),
})
export type User = z.infer<typeof User>

/** An account as everyone sees it. */
export const PublicUser = z.object({
  _id: z.string(),
  username: z.string(),
  profileImage: z.nullable(z.string()),
})

export type PublicUser = z.infer<typeof PublicUser>

export const Message = z.object({ message: z.string() })
