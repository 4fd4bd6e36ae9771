import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/weekly.ts'
import { oneClick } from '#server/accounts/email/one-click.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { updateWeeklyMail, unsubscribeFromWeeklyMail } from './choose-weekly-mail.ts'

export const weeklyRoutes = (serve: Serve, services: Services) => {
  serve(calls.updateWeeklyMail, ({ body, caller }) => updateWeeklyMail(services, caller.id, body.weeklyMail))
  serve(calls.unsubscribeFromWeeklyMail, ({ body }) => unsubscribeFromWeeklyMail(services, body.token))
}

/** The one-click unsubscription of mail programs. */
export const oneClickRoute = (app: FastifyInstance, services: Services) =>
  oneClick(app, calls.UNSUBSCRIBE_PAGE, (token) => unsubscribeFromWeeklyMail(services, token))
