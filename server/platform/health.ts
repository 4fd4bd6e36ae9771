import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** `/healthz`: the process lives. `/readyz`: 200 while reads work, 'degraded' while only they do, 503 without the database. */
export const healthRoutes = (app: FastifyInstance, { db, storage }: Services) => {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const [reads, files] = await Promise.allSettled([sql`select 1`.execute(db), storage.check()])
    if (reads.status === 'rejected') return reply.code(503).header('retry-after', '2').send({ status: 'unavailable' })
    return reply.send({ status: files.status === 'rejected' ? 'degraded' : 'ok' })
  })
}
