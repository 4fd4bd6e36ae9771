import { type KyselyPlugin, sql } from 'kysely'
import { connect } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import type { TestSite } from '#server/testing/test-site.ts'

/** The settings with which a plan also says how many rows each of its steps had. */
export const COUNTING_ROWS = ['auto_explain.log_analyze = on', 'auto_explain.log_timing = off']

const STEP = /\(actual rows=([\d.]+) loops=(\d+)\)/
const REMOVED = /Rows Removed by [^:]+: (\d+)/

/** How many rows the steps of these plans had in all, those that they discarded included: their work, on any machine. */
export const rowsOf = (plans: string[]): number => {
  let rows = 0
  let loops = 1
  for (const line of plans.flatMap((plan) => plan.split('\n'))) {
    const step = STEP.exec(line)
    if (step) loops = Number(step[2])
    rows += loops * Number(step?.[1] ?? REMOVED.exec(line)?.[1] ?? 0)
  }
  return Math.round(rows)
}

const PREPARATION_MS = 120_000

/** Prepares a large library: its statements may take as long as a slow machine needs for them. */
export const prepareLibrary = async <T>(
  { database, services }: TestSite,
  work: (services: Services) => Promise<T>,
): Promise<T> => {
  const { db, close } = connect(database.config, services.log, undefined, { statementMs: PREPARATION_MS })
  return work({ ...services, db }).finally(close)
}

/** Connections on which each statement reports its plan. `settings` are further ones of auto_explain. */
export const explainStatements = async ({ database, services }: TestSite, settings: string[] = []) => {
  let plans: string[] = []
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    'client_min_messages = log',
    ...settings,
  ])
    await sql`alter database ${sql.id(database.config.database ?? '')} set ${sql.raw(setting)}`.execute(services.db)
  const explained = connect(database.config, services.log)
  explained.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => message.includes('plan:') && plans.push(message)),
  )
  /** The plans of the statements that `ask` sends. */
  const plansOf = async (ask: (services: Services) => Promise<unknown>): Promise<string[]> => {
    plans = []
    await ask({ ...services, db: explained.db })
    return plans
  }
  return { plansOf, close: explained.close }
}

/** How many statements a second call builds: none if all of them are prepared. */
export const countBuilt = async (
  { services }: TestSite,
  ask: (services: Services) => Promise<unknown>,
): Promise<number> => {
  let built = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      built += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await ask(services)
  await ask({ ...services, db: services.db.withPlugin(counting) })
  return built
}
