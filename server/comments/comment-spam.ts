import { createHash } from 'node:crypto'
import { isProblem, Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'

const SAME_TEXT = { max: 2, seconds: 3600 }
const NEW_ACCOUNT_MS = 24 * 3_600_000
const NEW_ACCOUNT_LINKS = 2
const LINK = /https?:\/\/|www\./gi

export const countLinks = (text: string): number => text.match(LINK)?.length ?? 0

/**
 * Rejects what comment spam looks like: the same text many times, or many links in it and the words that it is about from an
 * account made today.
 */
export const assertNotSpam = (services: Services, userId: string, text: string, quote = ''): Promise<void> =>
  storingRefusal(services, userId, async () => {
    const textHash = createHash('sha256').update(text.toLowerCase()).digest('base64url')
    services.limiter.take(`same comment ${userId} ${textHash}`, SAME_TEXT)
    await assertFewLinks(services, userId, `${text} ${quote}`, 'text')
  })

/** Rejects many links in a list from an account made today. */
export const assertListNotSpam = (services: Services, userId: string, words: string): Promise<void> =>
  storingRefusal(services, userId, () => assertFewLinks(services, userId, words, 'words'))

/** Refusals are stored, for the rule that reports accounts. */
const storingRefusal = async ({ db, now }: Services, userId: string, check: () => Promise<void>): Promise<void> => {
  try {
    await check()
  } catch (error) {
    if (isProblem(error)) await db.insertInto('refusedComments').values({ userId, at: now() }).execute()
    throw error
  }
}

const PLACE_PHRASES = { text: 'comment', words: 'list' }

const assertFewLinks = async (
  { db, now }: Services,
  userId: string,
  text: string,
  field: 'text' | 'words',
): Promise<void> => {
  if (countLinks(text) <= NEW_ACCOUNT_LINKS) return
  const writer = await db.selectFrom('users').select('createdAt').where('id', '=', userId).executeTakeFirst()
  if (!writer || now().getTime() - writer.createdAt.getTime() >= NEW_ACCOUNT_MS) return
  const message = `In its first day an account can put at most ${NEW_ACCOUNT_LINKS} links in a ${PLACE_PHRASES[field]}.`
  throw new Problem('invalid', { message, errors: { [field]: message } })
}
