import { call, type TokenScope } from '#contract/endpoint.ts'

export const TOKENS_MAX = 50
export const TOKEN_NAME_MAX = 60
/** What a token can be for: catalogues of reading apps, the sync of KOReader, and reads and writes of the API. */
export const TOKEN_SCOPES = ['feeds', 'sync', 'read', 'write'] as const satisfies readonly TokenScope[]

export const listTokens = call('GET', '/auth/tokens', 'registered')
export const createToken = call('POST', '/auth/tokens', 'registered', 'Failed to make the token')
export const revokeToken = call('DELETE', '/auth/tokens/:id', 'registered', 'Failed to revoke the token')
