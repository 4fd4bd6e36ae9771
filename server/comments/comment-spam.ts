import { createHash } from 'node:crypto'
import { isProblem, Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'

const SAME_TEXT = { max: 2, seconds: 3600 }
const NEW_ACCOUNT_MS = 24 * 3_600_000
const NEW_ACCOUNT_LINKS = 2
const LINK = /https?:\/\/|www\./gi

export const countLinks = (text: string): number => text.match(LINK)?.length ?? 0

/**
 * Rejects what comment spam looks like: the same text many times, or many links from an account made today. Refusals are
 * stored, for the rule that reports accounts.
 */
export const assertNotSpam = async (
  services: Services,
  userId: string,
  text: string,
  field = 'text',
): Promise<void> => {
  try {
    await assertAllowed(services, userId, text, field)
  } catch (error) {
    if (isProblem(error))
      await services.db.insertInto('refusedComments').values({ userId, at: services.now() }).execute()
    throw error
  }
}

const assertAllowed = async (
  { db, limiter, now }: Services,
  userId: string,
  text: string,
  field: string,
): Promise<void> => {
  const textHash = createHash('sha256').update(text.toLowerCase()).digest('base64url')
  limiter.take(`same comment ${userId} ${textHash}`, SAME_TEXT)
  if (countLinks(text) <= NEW_ACCOUNT_LINKS) return
  const writer = await db.selectFrom('users').select('createdAt').where('id', '=', userId).executeTakeFirst()
  if (!writer || now().getTime() - writer.createdAt.getTime() >= NEW_ACCOUNT_MS) return
  const message = `In its first day an account can put at most ${NEW_ACCOUNT_LINKS} links in a ${field === 'text' ? 'comment' : 'list'}.`
  throw new Problem('invalid', { message, errors: { [field]: message } })
}
