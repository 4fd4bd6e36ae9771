import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 1024

/** The one-click unsubscription of mail programs, a form posted to the URL of the header (RFC 8058). */
export const oneClick = async (
  app: FastifyInstance,
  path: string,
  unsubscribe: (token: string) => Promise<unknown>,
): Promise<void> => {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, _body, done) => done(null),
    )
    scope.post(path, {
      config: { acceptsForms: true },
      handler: async (request) => {
        const { token } = request.query as { token?: unknown }
        return unsubscribe(typeof token === 'string' ? token : '')
      },
    })
  })
}
