import * as calls from '#contract/accounts.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { logIn, userDetails } from './log-in.ts'
import { register } from './register.ts'
import { endSession } from './sessions.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export const accountRoutes = (serve: Serve, services: Services) => {
  serve(calls.register, ({ body }) => register(services, body))
  serve(calls.verifyEmail, ({ body }) => verifyEmail(services, body.token))
  serve(calls.resendVerification, ({ body }) => resendVerification(services, body.email))
  serve(calls.login, ({ body, from }) => logIn(services, { ...body, userAgent: from.userAgent }))
  serve(calls.logout, ({ caller }) => endSession(services, caller.sessionId))
  serve(calls.getUserDetails, ({ caller }) => userDetails(services, caller.id))
}
