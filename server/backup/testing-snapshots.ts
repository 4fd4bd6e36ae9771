import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { deleteBook, listOwnBooks } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { MIGRATIONS } from '#server/open-services.ts'
import { parseBackupAddress } from '#server/platform/backup-settings.ts'
import type { TestSite } from '#server/testing/test-site.ts'
import { openBackupPlace } from './open-place.ts'
import type { BackupPlace } from './place.ts'
import { restoreFrom } from './restore-backup.ts'
import { findSnapshot } from './snapshots.ts'
import { aMigratedSite, anEmptySite, ask, filesIn, rowsIn, storesOf } from './testing-backups.ts'
import { verifyBackups } from './verify-backup.ts'
import type { Stores } from './write-backup.ts'
import { writeSnapshot } from './write-snapshot.ts'

export const KEEP = { days: 7, weeks: 4, months: 6 }
export const FIRST = new Date('2026-11-01T03:00:00Z')
export const dayAfter = (days: number) => new Date(FIRST.getTime() + days * DAY_MS)

export const identities = await generateX25519Identity()
export const KEYS = { plain: undefined, encrypted: await identityToRecipient(identities) }

export const openPlaceAt = (address: string) => {
  const parsed = parseBackupAddress(address)
  if (!parsed) throw new Error(address)
  return openBackupPlace(parsed, join(tmpdir(), 'quillhouse-backup-drafts'))
}

/** The place, and the paths that were written to it. */
const counted = (place: BackupPlace) => {
  const written: string[] = []
  const write: BackupPlace['write'] = (path, content) => {
    written.push(path)
    return place.write(path, content)
  }
  return { place: { ...place, write }, written }
}

export const pathsIn = async (place: BackupPlace) => (await Array.fromAsync(place.list(''))).map(({ path }) => path)

export const flip = async (place: BackupPlace, path: string) => {
  const bytes = await buffer(place.read(path))
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await place.write(path, [bytes])
}

interface Given {
  /** A site with at least one book. */
  site: () => TestSite
  /** A folder for the files of restored sites. */
  folder: () => string
  /** The address of a new place. */
  address: () => string
}

/** The tests that each kind of place passes, plain and encrypted. */
export const testSnapshots = ({ site, folder, address }: Given) => {
  describe.each(['plain', 'encrypted'] as const)('%s', { timeout: 90_000 }, (form) => {
    const recipient = KEYS[form]
    const source = (place: BackupPlace) => ({ place, identities })
    const snapshot = (place: BackupPlace, day: number) =>
      writeSnapshot(storesOf(site()), place, { recipient, keep: KEEP, now: dayAfter(day) })

    test('what was written during backups is restored, each row and each byte, and files are stored once', async () => {
      const { place, written } = counted(await openPlaceAt(address()))
      const [author, reader] = [await site().anAuthor(), await site().aReader()]
      const writeUntil = async (backup: Promise<unknown>) => {
        let isOver = false
        const end = () => (isOver = true)
        void backup.then(end, end)
        while (!isOver) {
          const { _id: id } = await site().aBook(author)
          await site().api(reader)(rateBook, { params: { id }, body: { rating: 4 } })
          const gone = await site().aBook(author)
          await site().api(author)(deleteBook, { params: { id: gone._id } })
        }
        await backup
      }
      for (const day of [0, 1]) {
        await writeUntil(snapshot(place, day))
        const restored = await aMigratedSite(join(folder(), randomUUID()))
        await restoreFrom(restored, source(place), MIGRATIONS)
        const lost = await ask(restored.database, 'select pdf from books')
        const keys = new Set((await filesIn(restored)).map(([key]) => key))
        expect(lost.rows.filter(({ pdf }) => !keys.has(pdf as string))).toEqual([])
      }
      const last = await snapshot(place, 2)
      expect(last).toMatchObject({ missing: 0, fault: undefined })

      const restored = await anEmptySite(join(folder(), randomUUID()))
      // Killed half way, and begun again.
      let puts = 0
      const put: Stores['storage']['put'] = async (key, content) => {
        if ((puts += 1) > 10) throw new Error('killed')
        return restored.storage.put(key, content)
      }
      const killed = { ...restored, storage: { ...restored.storage, put } }
      await expect(restoreFrom(killed, source(place), MIGRATIONS)).rejects.toThrow('killed')
      await restoreFrom(restored, source(place), MIGRATIONS)
      expect(await rowsIn(restored)).toEqual(await rowsIn(storesOf(site())))
      expect(await filesIn(restored)).toEqual(await filesIn(storesOf(site())))
      const files = written.filter((path) => path.startsWith('files'))
      expect(files.length).toBe(new Set(files).size)
      // The sums of all snapshots hold, though they share their files.
      const folders = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => `snapshots/${day}-030000/`)
      expect((await verifyBackups(place, folders)).faults).toEqual([])
      // Each test after it would back them up and restore them too.
      const api = site().api(author)
      for (const { _id: id } of await api(listOwnBooks)) await api(deleteBook, { params: { id } })
    })

    test('a flipped byte is told, and nothing is restored', async () => {
      const place = await openPlaceAt(address())
      await snapshot(place, 0)
      const paths = await pathsIn(place)
      const folderOf = await findSnapshot(place)
      const damaged = [
        paths.find((path) => path.endsWith('tables/users.jsonl')),
        paths.find((path) => path.endsWith('.pdf')),
        paths.find((path) => path.endsWith('backup.json')),
        paths.find((path) => path.endsWith('SHA256SUMS')),
      ]
      for (const path of damaged.map((found = '') => found)) {
        await flip(place, path)
        const { faults } = await verifyBackups(place, [folderOf])
        expect([path, faults.length]).toEqual([path, expect.toSatisfy((length: number) => length > 0)])
        if (!path.endsWith('SHA256SUMS')) expect(faults[0]).toBe(`${path} in ${place.name} is damaged or missing.`)
        const empty = await anEmptySite(join(folder(), randomUUID()))
        await expect(restoreFrom(empty, source(place), MIGRATIONS)).rejects.toThrow(/damaged|not in its/)
        expect(await filesIn(empty)).toEqual([])
        await flip(place, path)
      }
      expect((await verifyBackups(place, [folderOf])).faults).toEqual([])
    })

    test('a damaged file is written again by the next backup that reads it', async () => {
      const place = await openPlaceAt(address())
      await snapshot(place, 0)
      const path = (await pathsIn(place)).find((found) => found.endsWith('.pdf')) ?? ''
      await flip(place, path)
      const options = { recipient, keep: KEEP, now: dayAfter(1), checkedOf: 1 }
      const { fault } = await writeSnapshot(storesOf(site()), place, options)
      expect(fault).toBe(`1 files were damaged and are written again: ${path}.`)
      expect((await verifyBackups(place, [await findSnapshot(place)])).faults).toEqual([])
    })

    test('what an interrupted backup left is no backup, and is removed by the next one', async () => {
      const place = await openPlaceAt(address())
      let steps = 0
      const full: BackupPlace = {
        ...place,
        write: (path, content) => {
          if ((steps += 1) === 12) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
          return place.write(path, content)
        },
      }
      await expect(snapshot(full, 0)).rejects.toThrow('no space left on device')
      expect((await pathsIn(place)).length).toBe(11)
      await expect(
        restoreFrom(await anEmptySite(join(folder(), randomUUID())), source(place), MIGRATIONS),
      ).rejects.toThrow('interrupted')
      await snapshot(place, 1)
      const paths = await pathsIn(place)
      expect(paths.filter((path) => path.startsWith('snapshots/2026-11-01'))).toEqual([])
      const { paths: named } = await verifyBackups(place, [await findSnapshot(place)])
      expect(paths.filter((path) => !path.endsWith('SHA256SUMS')).toSorted()).toEqual(named.toSorted())
    })
  })
}
