import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'

const ID_BYTES = 16
const SEAL_BYTES = 16

/** What makes the tokens of links that stop the weekly mail: the same for a person at all times, kept nowhere. */
export const unsubscribeTokens = async (services: Pick<Services, 'db'>) => {
  const key = await readKey(services)
  return (userId: string) => {
    const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
    return Buffer.concat([id, hmacOf(key, id)]).toString('base64url')
  }
}

/** Whose token it is; refuses what this site has not sealed. */
export const verifyUnsubscribeToken = async (services: Pick<Services, 'db'>, token: string): Promise<string> => {
  const bytes = Buffer.from(token, 'base64url')
  const [id, seal] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  const isOurs = seal.length === SEAL_BYTES && timingSafeEqual(seal, hmacOf(await readKey(services), id))
  if (!isOurs) throw new Problem('badUnsubscribeToken')
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const hmacOf = (key: Buffer, id: Buffer) =>
  createHmac('sha256', key).update('stop-weekly').update(id).digest().subarray(0, SEAL_BYTES)

const readKey = async ({ db }: Pick<Services, 'db'>) =>
  (await db.selectFrom('unsubscribeKeys').select('key').executeTakeFirstOrThrow()).key
