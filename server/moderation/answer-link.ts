import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#contract/api/problems.ts'
import { ANSWER_PAGE } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'

/** Who answers without a session: a suspended person, by the id of the account, or a claimant, by that of the notice. */
export type Mailed = { side: 'owner' | 'claimant'; id: string }

const SIDES = { owner: 'o', claimant: 'c' } as const
const ID_BYTES = 16
const HMAC_BYTES = 16

/** A link for a mail. Its token is the side, an id and their HMAC, so it never changes and is not stored. */
export const answerLink = async (
  { db, siteUrl }: Pick<Services, 'db' | 'siteUrl'>,
  mailed: Mailed,
): Promise<string> => {
  const payload = Buffer.concat([Buffer.from(SIDES[mailed.side]), Buffer.from(mailed.id.replaceAll('-', ''), 'hex')])
  const token = Buffer.concat([payload, hmacOf(await readKey(db), payload)]).toString('base64url')
  return `${siteUrl.current()}${ANSWER_PAGE}?token=${token}`
}

/** Throws if this site did not make the token. */
export const verifyAnswerToken = async ({ db }: Pick<Services, 'db'>, token: string): Promise<Mailed> => {
  const bytes = Buffer.from(token, 'base64url')
  const [payload, hmac] = [bytes.subarray(0, 1 + ID_BYTES), bytes.subarray(1 + ID_BYTES)]
  const isValid = hmac.length === HMAC_BYTES && timingSafeEqual(hmac, hmacOf(await readKey(db), payload))
  if (!isValid) throw new Problem('badReportToken')
  const side = payload.subarray(0, 1).toString() === SIDES.owner ? 'owner' : 'claimant'
  const id = payload.subarray(1).toString('hex')
  return { side, id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }
}

const hmacOf = (key: Buffer, payload: Buffer) =>
  createHmac('sha256', key).update('answer-report').update(payload).digest().subarray(0, HMAC_BYTES)

const readKey = async (db: Services['db']) =>
  (await db.selectFrom('reportKeys').select('key').executeTakeFirstOrThrow()).key
