import type { RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

export interface DeletionOptions {
  /** Delete the books of the accounts too. Otherwise they stay without a publisher. */
  deleteBooks: boolean
}

/** A stored file that belongs in the export, under this name. */
export interface ExportedFile {
  key: string
  name: string
}

/** What one domain stores about people. Foreign keys delete its rows with the account, except what is named here. */
export interface PersonalData {
  /** One person's part of an export: JSON documents by name, and files. */
  exportOf: (
    services: Services,
    userId: string,
  ) => Promise<{ documents: Record<string, unknown>; files?: ExportedFile[] }>
  /** A subquery for the books that a deletion of these accounts changes. They are locked together beforehand. */
  booksChangedBy?: (userIds: string[], options: DeletionOptions) => RawBuilder<unknown>
  /** Runs in the transaction that deletes the accounts. Returns the cleanup to run after its commit. */
  deleteFor?: (
    services: Services,
    trx: Database,
    deletion: DeletionOptions & { userIds: string[] },
  ) => Promise<() => Promise<void>>
}
