import type { FastifyInstance, FastifyRequest } from 'fastify'

const BODY_MAX_BYTES = 16_384

/** Lets the routes of a scope read the forms that providers send. */
export const readForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** The fields of a form; none of a body of another kind. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()
