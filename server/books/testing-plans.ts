import { sql } from 'kysely'
import { connect } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import type { TestSite } from '#server/testing/test-site.ts'

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
