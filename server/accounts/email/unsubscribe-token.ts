import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'

const ID_BYTES = 16
const TOKEN_BYTES = 32

/** What a token stops: the weekly mail, or the notices by mail that a number from 0 to 255 names. */
type Purpose = 'stop-weekly' | 'stop-notices'

/** Makes unsubscribe tokens. A token is the account's id, the number if there is one and their HMAC, so it never changes and is not stored. */
export const unsubscribeTokens = async (services: Pick<Services, 'db'>, purpose: Purpose) => {
  const key = await readKey(services)
  return (userId: string, number?: number) => {
    const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
    const payload = Buffer.concat([id, Buffer.from(number === undefined ? [] : [number])])
    return Buffer.concat([payload, hmacOf(key, purpose, payload)]).toString('base64url')
  }
}

/** The account that the token names, and the number. Throws if this site did not make it for this purpose. */
export const verifyUnsubscribeToken = async (
  services: Pick<Services, 'db'>,
  purpose: Purpose,
  token: string,
): Promise<{ userId: string; number: number | undefined }> => {
  const bytes = Buffer.from(token, 'base64url')
  const length = ID_BYTES + (purpose === 'stop-weekly' ? 0 : 1)
  const [payload, hmac] = [bytes.subarray(0, length), bytes.subarray(length)]
  const isValid =
    bytes.length === TOKEN_BYTES && timingSafeEqual(hmac, hmacOf(await readKey(services), purpose, payload))
  if (!isValid) throw new Problem('badUnsubscribeToken')
  const id = payload.subarray(0, ID_BYTES).toString('hex')
  return { userId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), number: payload[ID_BYTES] }
}

const hmacOf = (key: Buffer, purpose: Purpose, payload: Buffer) =>
  createHmac('sha256', key)
    .update(purpose)
    .update(payload)
    .digest()
    .subarray(0, TOKEN_BYTES - payload.length)

const readKey = async ({ db }: Pick<Services, 'db'>) =>
  (await db.selectFrom('unsubscribeKeys').select('key').executeTakeFirstOrThrow()).key
