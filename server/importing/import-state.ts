import { join } from 'node:path'
import { sql } from 'kysely'
import type { Import } from '#contract/imports.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Outcome } from './import-book.ts'

export const IMPORT_JOB = 'run-imports'

/** What is stored of an import while it runs and when it has ended. */
export interface Progress extends Pick<Import, 'done' | 'total' | 'authors' | 'leftOut' | 'genres'> {
  counts: Partial<Record<Outcome['result'], number>>
  /** Whether an administrator has started the import after its dry run. */
  isStarted: boolean
}

/** Where the archive of an import, what is unpacked of it, and its reports are. */
export const folderOf = ({ dataDir }: Pick<Settings, 'dataDir'>, id: string) => join(dataDir, 'import', id)
export const archiveOf = (settings: Pick<Settings, 'dataDir'>, id: string) =>
  join(folderOf(settings, id), 'library.zip')

/** Only one process at a time adds or takes an import. */
export const lockImports = async (db: Database) => {
  await sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`.execute(db)
}
