import type { TokenScope } from '#contract/api/endpoint.ts'

export const TOKENS_MAX = 50
export const TOKEN_NAME_MAX = 60
/** What a token can be for: catalogues of reading apps, the sync of KOReader, and reads and writes of the API. */
export const TOKEN_SCOPES = ['feeds', 'sync', 'read', 'write'] as const satisfies readonly TokenScope[]
