import type { FastifyInstance } from 'fastify'
import type { Access } from '#contract/api/endpoint.ts'

/** The routes that are no calls of the contract. Those of files whose address is signed check it themselves. */
const OPEN_ROUTES = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/csp-report',
  '/auth/stop-weekly',
  '/auth/stop-notices',
  '/auth/oidc/:provider/callback',
  '/auth/oidc/:provider/back-channel-logout',
  '/files/cover/:name',
  '/files/person/:name',
  '/files/export/:id',
  '/files/works/:id',
  '/files/app/:name',
  '/files/pdf/:id/:name',
  '/files/epub/:id/:name',
  '/files/edition/:id',
  '/files/manuscript/:id/:name',
  '/files/page-epub/:id/:name',
  '/files/kepub/:id/:name',
  '/files/paper/:id/:name',
  '/files/chapter/:id/:chapterId',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-:file.xml',
  '/feed.xml',
  '/premium/feed.xml',
  '/library/feed.xml',
  '/library/:genre/feed.xml',
  '/authors/:name/feed.xml',
  '/series/:id/feed.xml',
  '/manifest.webmanifest',
  '/download/code.svg',
  '/books/:id/code.svg',
  '/lists/:id/card.jpg',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/start.js',
  '/api/docs/*',
  '/api/*',
  '/assets/*',
  '/*',
])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route. */
    access?: Access
  }
}

/** Lets the start fail if somebody adds a route and does not say who may use it. */
export const requireDeclaredAccess = (app: FastifyInstance): void => {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined && !OPEN_ROUTES.has(url))
      throw new Error(`${String(method)} ${url} does not declare who may use it`)
  })
}
