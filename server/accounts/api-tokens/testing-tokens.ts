import { createToken } from '#contract/api-tokens.ts'
import type { TokenScope } from '#contract/endpoint.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'

/** A token of a person, made through the API. */
export const aToken = async (site: TestSite, person: Pick<Person, 'token'>, scopes: TokenScope[]) =>
  site.api(person)(createToken, { body: { name: 'E-reader', scopes } })

/** The `Authorization` by which a reading app sends a token. */
export const basic = (name: string, token: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`
