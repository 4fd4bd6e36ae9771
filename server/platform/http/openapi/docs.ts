import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { VERSION } from '#server/platform/version.ts'
import { openApiOf } from './openapi.ts'

const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const SERVED = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** Swagger UI uses inline styles; no other page of the site may. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of Quillhouse</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="calls"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#calls', deepLinking: true, tryItOutEnabled: true })\n`

/** The API as an OpenAPI document, and a page to try its calls on. */
export const docsRoutes = async (app: FastifyInstance, calls: readonly Endpoint[]) => {
  let document: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiOf(calls, VERSION))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  await app.register(fastifyStatic, {
    root: ASSETS,
    prefix: '/api/docs/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => SERVED.includes(path.slice(1)),
  })
}
