import { randomInt } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { readApplied } from '#server/platform/database/migrate.ts'
import { digestContent } from '#server/platform/storage/digest-content.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { undefinedIfMissing } from '#server/platform/storage/undefined-if-missing.ts'
import { encryptFor, type Transform, unchanged } from './encryption.ts'
import { type Description, DESCRIPTION, filesFolder, FORMAT, FORMAT_OF_WHOLE_TABLES, rowsPath } from './layout.ts'
import { writeManifest, type Sums } from './manifest.ts'
import { countMissing } from './missing-files.ts'
import type { BackupPlace, Content } from './place.ts'
import { placeOnDisk } from './place-on-disk.ts'
import { listTables, readLines, type Table } from './table-rows.ts'
import { withClient } from './with-client.ts'

const MAX_SNAPSHOTS = 3
/** One in this number of existing files is verified again. */
const CHECKED_OF = 8
/** The most characters of rows in one file: a store takes no more than 5 GB at once, and a character has up to three bytes. */
const PART_CHARACTERS = 1_000_000_000

/** The source of a backup and the target of a restore. */
export interface Stores {
  database: DatabaseConfig
  storage: Storage
}

export interface Contents {
  rows: number
  files: number
  /** The number of files that rows refer to and that do not exist. */
  missing: number
  /** The size of rows and files together, as they are stored. */
  bytes: number
  /** Files that were in the place, and were damaged: they were written again. */
  healed: string[]
  /** Files of the site that its disk can't read: the backup has all others. */
  unreadable: string[]
}

export interface Target {
  place: BackupPlace
  /** The folder of the rows and the list of checksums: '' or ends with a slash. */
  folder: string
  /** The age recipient. */
  recipient?: string | undefined
  /** The files that earlier backups name, with their checksums, and their sizes; undefined if the place lacks one. */
  known?: ReadonlyMap<string, { sha256: string; bytes: number | undefined }>
  /** One in this number of known files is verified again. */
  checkedOf?: number
  /** How many characters of rows are in one file. */
  partCharacters?: number
  /** Called before the first known file is written again. */
  beforeRepair?: () => Promise<unknown>
  /** Called with the checksums of what was written, before the list of them completes the backup. */
  beforeComplete?: (written: Sums) => Promise<void>
  now?: Date
}

/** Writes a backup into a new folder; the server may be running. Throws if the folder is not empty. */
export const writeBackup = async (stores: Stores, folder: string): Promise<Contents> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder.`)
  return writeBackupTo(stores, { place: placeOnDisk(folder), folder: '' })
}

/**
 * Writes the rows of one snapshot and the files that the place lacks, reads back what was written, and completes the
 * backup with its checksums: an interrupted one has none, so it cannot be restored.
 */
export const writeBackupTo = async ({ database, storage }: Stores, target: Target): Promise<Contents> => {
  const writer = await openWriter(target)
  // Files never change, so most of them can be copied before the snapshot.
  await writer.copyFiles(storage)
  return withClient(database, async (client) => {
    const takeSnapshot = () =>
      inSnapshot(client, async () => {
        const rows = await writeRows(client, writer)
        await writer.copyFiles(storage)
        return { rows, missing: await countMissing(client, writer.hasFile) }
      })
    let found = await takeSnapshot()
    // A book that was deleted since its row was read is missing from the next snapshot; files that are missing again are lost.
    for (let n = 1, before = Infinity; n < MAX_SNAPSHOTS && found.missing > 0 && found.missing < before; n += 1) {
      before = found.missing
      found = await takeSnapshot()
    }
    return { ...found, ...(await writer.complete()) }
  })
}

/** The same of the rows alone. Resolves to their number. */
export const writeRowsTo = async (client: pg.Client, target: Target): Promise<number> => {
  const writer = await openWriter(target)
  const rows = await inSnapshot(client, () => writeRows(client, writer))
  await writer.complete()
  return rows
}

type Writer = Awaited<ReturnType<typeof openWriter>>

const openWriter = async ({ place, folder, recipient, known = new Map(), ...target }: Target) => {
  const { checkedOf = CHECKED_OF, partCharacters = PART_CHARACTERS, now = new Date() } = target
  const encrypt: Transform = recipient ? await encryptFor(recipient) : unchanged
  const files = filesFolder(recipient)
  const written: Sums = new Map()
  const sums: Sums = new Map()
  const sizes = new Map<string, number>()
  const healed: string[] = []
  const unreadable = new Set<string>()
  let isRepairing = false

  const write = async (path: string, content: Content) => {
    const { sha256, bytes } = await place.write(path, content)
    written.set(path, sha256)
    sums.set(path, sha256)
    sizes.set(path, bytes)
  }
  const isThere = async (path: string) => {
    const there = known.get(path)
    if (!there) return false
    const { sha256, bytes } = there
    if (bytes !== undefined) {
      if (randomInt(checkedOf) !== 0 || (await digestOf(place.read(path))) === sha256) {
        sums.set(path, sha256)
        sizes.set(path, bytes)
        return true
      }
      healed.push(path)
    }
    if (!isRepairing) await target.beforeRepair?.()
    isRepairing = true
    return false
  }

  return {
    partCharacters,
    hasFile: (key: string) => sums.has(files + key),
    writeText: (path: string, content: Content) => write(folder + path, encrypt(content)),
    describe: (description: Omit<Description, 'format' | 'createdAt'>) => {
      const format = description.parts ? FORMAT : FORMAT_OF_WHOLE_TABLES
      const whole: Description = { format, createdAt: now.toISOString(), ...description }
      if (recipient) whole.encryptedFor = recipient
      return write(folder + DESCRIPTION, [JSON.stringify(whole, undefined, 2)])
    },
    /** Copies the files that have no checksum yet. */
    copyFiles: async (storage: Storage) => {
      for await (const { key } of storage.list('')) {
        const path = files + key
        if (sums.has(path) || unreadable.has(key) || (await isThere(path))) continue
        try {
          await write(path, encrypt(contentOf(storage, key)))
        } catch (error) {
          if (isUnreadable(error as NodeJS.ErrnoException)) unreadable.add(key)
          // Deleted since it was listed.
          else if ((await storage.size(key)) !== undefined) throw error
        }
      }
    },
    /** Reads back what was written, and writes the checksums. */
    complete: async () => {
      for (const [path, sum] of written) {
        if ((await digestOf(place.read(path))) !== sum)
          throw new Error(`${path} in ${place.name} has another content than was written.`)
      }
      await target.beforeComplete?.(written)
      await writeManifest(place, folder, sums)
      const count = [...sums.keys()].filter((path) => path.startsWith(files)).length
      const found = { healed, unreadable: [...unreadable] }
      return { files: count, ...found, bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) }
    },
  }
}

/** Opened when it is read: an error before that would be nobody's, and end the process. */
const contentOf = async function* (storage: Storage, key: string): AsyncGenerator<Uint8Array> {
  yield* storage.read(key)
}

/** In hex; undefined for a file that is missing, or that the disk can't read. */
export const digestOf = (content: Readable): Promise<string | undefined> =>
  digestContent(content).then(
    ({ sha256 }) => sha256,
    (error: NodeJS.ErrnoException) => (isUnreadable(error) ? undefined : undefinedIfMissing(error)),
  )

/** A store that fails has the same code. */
const isUnreadable = ({ code, syscall }: NodeJS.ErrnoException) => code === 'EIO' && syscall === 'read'

const inSnapshot = async <T>(client: pg.Client, read: () => Promise<T>) => {
  await client.query('begin isolation level repeatable read read only')
  const found = await read()
  await client.query('commit')
  return found
}

const writeRows = async (client: pg.Client, writer: Writer) => {
  const migrations = await readApplied(client)
  if (migrations.length === 0) throw new Error('The database has no tables yet: there is nothing to back up.')
  const tables: Description['tables'] = {}
  const parts: Description['parts'] = {}
  for (const table of await listTables(client)) {
    const written = await writeTable(client, writer, table)
    tables[table.name] = written.rows
    if (written.parts > 1) parts[table.name] = written.parts
  }
  await writer.describe({ migrations, tables, ...(Object.keys(parts).length > 0 && { parts }) })
  return Object.values(tables).reduce((sum, rows) => sum + rows, 0)
}

const writeTable = async (client: pg.Client, writer: Writer, table: Table) => {
  const batches = readLines(client, table)
  let rows = 0
  let isEnd = false
  const nextPart = async function* () {
    for (let size = 0; size < writer.partCharacters;) {
      const { value, done } = await batches.next()
      if (done) {
        isEnd = true
        return
      }
      rows += value.rows
      size += value.text.length
      yield value.text
    }
  }
  let parts = 0
  while (!isEnd) await writer.writeText(rowsPath(table.name, (parts += 1)), nextPart())
  return { rows, parts }
}
