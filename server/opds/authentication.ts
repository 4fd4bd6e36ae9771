import type { FastifyReply, FastifyRequest } from 'fastify'
import { isProblem, PROBLEMS } from '#contract/api/problems.ts'
import { LANGUAGE_HEADER } from '#server/site/readers-texts.ts'
import { AUTHENTICATION, type Place, ROOTS } from './catalog.ts'

/** How somebody logs in, for the dialog of a reading app. */
export const authenticationDocument = ({ origin, siteName, texts }: Place): string =>
  JSON.stringify({
    id: origin + AUTHENTICATION.path,
    title: siteName,
    description: texts.catalogs.CATALOG.login,
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: texts.catalogs.CATALOG.loginName, password: texts.catalogs.CATALOG.token },
      },
    ],
    links: [
      { rel: 'start', href: origin + ROOTS[2], type: 'application/opds+json' },
      { rel: 'alternate', href: origin, type: 'text/html' },
      { rel: 'logo', href: `${origin}/icons/icon-512.png`, type: 'image/png' },
    ],
  })

/** Books for older readers are shown to members. */
const asksForLogin = (error: unknown) =>
  isProblem(error) && (error.status === 401 || error.type === PROBLEMS.olderReaders.type)

/** A quoted string of HTTP. */
const quoted = (text: string) => `"${text.replace(/[^\u{20}-\u{7E}]/gu, '').replace(/["\\]/g, '')}"`

/** Answers a request that needs a login as reading apps expect it: they show a dialog for it alone. */
export const orAskForLogin = async (
  request: FastifyRequest,
  reply: FastifyReply,
  readPlace: () => Promise<Place>,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> => {
  try {
    return await answer()
  } catch (error) {
    if (!asksForLogin(error)) throw error
    const place = await readPlace()
    return reply
      .code(401)
      .header('www-authenticate', `Basic realm=${quoted(place.siteName)}, charset="UTF-8"`)
      .header('cache-control', 'no-store')
      .header('vary', LANGUAGE_HEADER)
      .type(AUTHENTICATION.type)
      .send(request.method === 'HEAD' ? '' : authenticationDocument(place))
  }
}
