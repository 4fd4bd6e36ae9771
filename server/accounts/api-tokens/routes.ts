import * as calls from '#contract/api-tokens.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { createToken, listTokens, revokeToken } from './api-tokens.ts'

export const apiTokenRoutes = (serve: Serve, services: Services) => {
  serve(calls.listTokens, ({ caller }) => listTokens(services, caller.id))
  serve(calls.createToken, ({ body, caller, from }) => createToken(services, caller, { ...body, from }))
  serve(calls.revokeToken, ({ caller, params, from }) => revokeToken(services, caller, { ...params, from }))
}
