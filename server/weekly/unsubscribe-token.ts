import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'

const ID_BYTES = 16
const HMAC_BYTES = 16

/** Makes unsubscribe tokens. A token is the account's id and its HMAC, so it never changes and is not stored. */
export const unsubscribeTokens = async (services: Pick<Services, 'db'>) => {
  const key = await readKey(services)
  return (userId: string) => {
    const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
    return Buffer.concat([id, hmacOf(key, id)]).toString('base64url')
  }
}

/** The account that the token names. Throws if this site did not make it. */
export const verifyUnsubscribeToken = async (services: Pick<Services, 'db'>, token: string): Promise<string> => {
  const bytes = Buffer.from(token, 'base64url')
  const [id, hmac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  const isValid = hmac.length === HMAC_BYTES && timingSafeEqual(hmac, hmacOf(await readKey(services), id))
  if (!isValid) throw new Problem('badUnsubscribeToken')
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const hmacOf = (key: Buffer, id: Buffer) =>
  createHmac('sha256', key).update('stop-weekly').update(id).digest().subarray(0, HMAC_BYTES)

const readKey = async ({ db }: Pick<Services, 'db'>) =>
  (await db.selectFrom('unsubscribeKeys').select('key').executeTakeFirstOrThrow()).key
