import * as z from 'zod/mini'
import { TOKEN_NAME_MAX, TOKEN_SCOPES } from './values/api-tokens.ts'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { line } from './shapes/text.ts'

export * from './values/api-tokens.ts'

const SCOPES = 'Choose what the token is for'

const Scopes = z.array(z.enum(TOKEN_SCOPES, SCOPES), SCOPES).check(
  z.refine((scopes) => scopes.length > 0 && scopes.length <= TOKEN_SCOPES.length, { error: SCOPES, abort: true }),
  z.refine((scopes) => new Set(scopes).size === scopes.length, 'Name each use once'),
)

export const ApiToken = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: z.string(),
  /** The time and the network of the last use, which is written once a minute at most; null and empty before the first. */
  usedAt: z.nullable(z.string()),
  network: z.string(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const listTokens = endpoint('GET', '/auth/tokens', 'registered', {
  summary: 'The tokens of the account for reading apps and programs, the newest first, never their text',
  response: z.array(ApiToken),
})

export const createToken = endpoint('POST', '/auth/tokens', 'registered', {
  failureMessage: 'Failed to make the token',
  needsReauthentication: true,
  rates: [{ by: 'caller', max: 20, seconds: 3600, shared: true }],
  summary: 'Make a token for a reading app or a program; its text is answered once',
  body: z.strictObject({
    name: line({
      max: TOKEN_NAME_MAX,
      missing: 'Please give the token a name',
      tooLong: `A name has at most ${TOKEN_NAME_MAX} characters`,
    }),
    scopes: Scopes,
  }),
  response: z.object({ _id: z.string(), token: z.string() }),
  status: 201,
})

export const revokeToken = endpoint('DELETE', '/auth/tokens/:id', 'registered', {
  failureMessage: 'Failed to revoke the token',
  summary: 'Revoke a token; it stops working at once',
  params: z.object({ id: idInPath('tokenNotFound') }),
  status: 204,
})
