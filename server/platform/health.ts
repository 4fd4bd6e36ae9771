import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** Checking writes a file: its result is reused for a second. */
const REUSE_MS = 1000

type Readiness = 'ok' | 'degraded' | 'unavailable'

/**
 * `/healthz`: 200 while the process lives. `/readyz`: 200 while reads work, with status 'degraded' while files can't be
 * written, and 503 while the database does not answer.
 */
export const healthRoutes = (app: FastifyInstance, { db, storage }: Services) => {
  let last: { at: number; readiness: Promise<Readiness> } | undefined

  const check = async (): Promise<Readiness> => {
    const [database, files] = await Promise.allSettled([sql`select 1`.execute(db), storage.check()])
    if (database.status === 'rejected') return 'unavailable'
    return files.status === 'rejected' ? 'degraded' : 'ok'
  }
  const readiness = () => {
    if (!last || performance.now() - last.at > REUSE_MS) last = { at: performance.now(), readiness: check() }
    return last.readiness
  }

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness()
    if (status === 'unavailable') reply.code(503).header('retry-after', '2')
    return reply.header('cache-control', 'no-store').send({ status })
  })
}
