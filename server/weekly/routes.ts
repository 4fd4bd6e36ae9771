import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/weekly.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { updateWeeklyMail, unsubscribeFromWeeklyMail } from './choose-weekly-mail.ts'

export const weeklyRoutes = (serve: Serve, services: Services) => {
  serve(calls.updateWeeklyMail, ({ body, caller }) => updateWeeklyMail(services, caller.id, body.weeklyMail))
  serve(calls.unsubscribeFromWeeklyMail, ({ body }) => unsubscribeFromWeeklyMail(services, body.token))
}

const ONE_CLICK_MAX_BYTES = 1024

/** The one-click unsubscription of mail programs, a form posted to the URL of the header (RFC 8058). */
export const oneClickRoute = async (app: FastifyInstance, services: Services) => {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: ONE_CLICK_MAX_BYTES },
      (_request, _body, done) => done(null),
    )
    scope.post(calls.UNSUBSCRIBE_PAGE, {
      config: { acceptsForms: true },
      handler: async (request) => {
        const { token } = request.query as { token?: unknown }
        return unsubscribeFromWeeklyMail(services, typeof token === 'string' ? token : '')
      },
    })
  })
}
