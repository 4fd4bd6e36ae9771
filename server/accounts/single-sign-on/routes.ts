import type { FastifyInstance, FastifyReply } from 'fastify'
import * as calls from '#contract/single-sign-on.ts'
import { done, type Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { startAttempt } from './attempts.ts'
import { confirmSignIn, createSignInAccount, linkWithPassword, mailSignInLink } from './claim-account.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { listLinkedProviders, unlinkProvider } from './identities.ts'
import { logOutOfProvider } from './log-out.ts'
import { addProvider, changeProvider, deleteProvider, listProviders, testProvider } from './manage-providers.ts'
import { formOf, readForms } from './provider-forms.ts'

export const singleSignOnRoutes = (serve: Serve, services: Services) => {
  serve(calls.startSignIn, ({ params, body }) =>
    startAttempt(services, params.provider, { purpose: 'log-in', ...body }),
  )
  serve(calls.finishSignIn, ({ body: { device, ...body }, caller, from }) =>
    finishSignIn(services, caller, { ...body, from: { ...from, device } }),
  )
  serve(calls.createSignInAccount, ({ body: { device, ...body }, caller, from }) =>
    createSignInAccount(services, caller, { ...body, from: { ...from, device } }),
  )
  serve(calls.linkWithPassword, ({ body: { device, ...body }, from }) =>
    linkWithPassword(services, { ...body, from: { ...from, device } }),
  )
  serve(calls.mailSignInLink, ({ body, from }) => mailSignInLink(services, body.ticket, from.address))
  serve(calls.confirmSignIn, ({ body: { device, ...body }, from }) =>
    confirmSignIn(services, { ...body, from: { ...from, device } }),
  )
  serve(calls.logOutOfProvider, ({ caller, from }) => logOutOfProvider(services, caller, from))
  serve(calls.listLinkedProviders, ({ caller }) => listLinkedProviders(services, caller))
  serve(calls.startLink, ({ params, body, caller }) =>
    startAttempt(services, params.provider, { purpose: 'link', sessionId: caller.sessionId, ...body }),
  )
  serve(calls.startConfirmation, ({ params, body, caller }) =>
    startAttempt(services, params.provider, { purpose: 'confirm', sessionId: caller.sessionId, ...body }),
  )
  serve(calls.unlinkProvider, ({ params, caller, from }) => unlinkProvider(services, caller, { ...params, from }))
  serve(calls.listProviders, async () => done(await listProviders(services)))
  serve(calls.addProvider, async ({ body, caller }) => done(await addProvider(services, caller, body)))
  serve(calls.changeProvider, async ({ params, body, caller }) =>
    done(await changeProvider(services, caller, { ...params, ...body })),
  )
  serve(calls.deleteProvider, async ({ params, caller }) =>
    done(await deleteProvider(services, caller, params.provider)),
  )
  serve(calls.testProvider, async ({ params, caller }) => done(await testProvider(services, caller, params.provider)))
}

const PROVIDER_ID = /^[a-z\d-]{1,32}$/
/** All people of a school may log in at once. */
const FORMS_RATE = { max: 600, seconds: 60 }

/**
 * Where providers lead back to. What they say goes behind the `#` of the page that finishes it, which browsers send to
 * nobody: it stays out of logs, caches and the addresses that other sites see. It is said by the address, or by a form that
 * the page of a provider sends, which does no more than the address: the page here knows whether this browser has asked.
 */
export const callbackRoute = async (app: FastifyInstance, { limiter }: Services): Promise<void> => {
  const path = '/auth/oidc/:provider/callback'
  app.get<{ Params: { provider: string } }>(path, async (request, reply) =>
    leadBack(reply, request.params.provider, new URL(request.raw.url ?? '/', 'http://library').searchParams),
  )
  await app.register(async (scope) => {
    readForms(scope)
    scope.post<{ Params: { provider: string } }>(path, {
      config: { acceptsForms: true, isFromElsewhere: true },
      handler: async (request, reply) => {
        limiter.takeByAddress('answers of providers', request.ip, FORMS_RATE)
        return leadBack(reply, request.params.provider, formOf(request))
      },
    })
  })
}

const leadBack = (reply: FastifyReply, provider: string, params: URLSearchParams) => {
  const answer = new URLSearchParams({ provider: PROVIDER_ID.test(provider) ? provider : '' })
  for (const [name, value] of params) if (name !== 'provider') answer.append(name, value)
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`/login/return#${answer.toString()}`, 303)
}
