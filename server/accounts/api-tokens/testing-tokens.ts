import { hash } from 'node:crypto'
import { createToken } from '#contract/api-tokens.ts'
import type { TokenScope } from '#contract/api/endpoint.ts'
import { hashOf, newApiToken } from '#server/accounts/sessions/tokens.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'

/** A token of a person, made through the API. */
export const aToken = async (site: TestSite, person: Pick<Person, 'token'>, scopes: TokenScope[]) =>
  site.api(person)(createToken, { body: { name: 'E-reader', scopes } })

/** The text of a token that is stored as the API would, without a mail to the person, for tests that need many. */
export const aTokenRow = async ({ services }: TestSite, { _id: userId }: Pick<Person, '_id'>, scopes: TokenScope[]) => {
  const token = newApiToken()
  const hashes = { tokenHash: hashOf(token), keyHash: hashOf(hash('md5', token)) }
  const values = { userId, name: 'E-reader', scopes, ...hashes, createdAt: services.now() }
  await services.db.insertInto('apiTokens').values(values).execute()
  return token
}

/** The `Authorization` by which a reading app sends a token. */
export const basic = (name: string, token: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`
