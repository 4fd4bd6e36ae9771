import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '#server/open-services.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { restoreFrom } from './restore-backup.ts'
import { SNAPSHOTS } from './layout.ts'
import type { BackupPlace } from './place.ts'
import { findSnapshot, listSnapshots } from './snapshots.ts'
import { aMigratedSite, filesIn, storesOf } from './testing-backups.ts'
import { startTestStore } from './testing-object-store.ts'
import {
  dayAfter,
  FIRST,
  flip,
  identities,
  KEEP,
  KEYS,
  openPlaceAt,
  pathsIn,
  testSnapshots,
} from './testing-snapshots.ts'
import { verifyBackups } from './verify-backup.ts'
import { writeSnapshot } from './write-snapshot.ts'

let folder: string
let site: TestSite
let store: Awaited<ReturnType<typeof startTestStore>>
let count = 0
const aPath = () => join(folder, `n${(count += 1)}`)

beforeAll(async () => {
  folder = await mkdtemp(join(await memoryFolder(), 'quillhouse-snapshots-'))
  store = await startTestStore()
  site = await openTestSite()
  await site.aBook(await site.anAuthor(), { title: 'The Moonstone' })
})
afterAll(async () => {
  await site.close()
  store.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('on a disk', () => {
  testSnapshots({ site: () => site, folder: () => folder, address: aPath })
})

describe('in a store', () => {
  const address = () => store.url(`n${(count += 1)}`)
  testSnapshots({ site: () => site, folder: () => folder, address })
})

test('without the key, or with another one, nothing is restored, and the damage of an encrypted backup is still told', async () => {
  const place = await openPlaceAt(aPath())
  await writeSnapshot(storesOf(site), place, { recipient: KEYS.encrypted, keep: KEEP, now: FIRST })
  const empty = await aMigratedSite(aPath())
  const restore = (key?: string) => restoreFrom(empty, { place, identities: key }, MIGRATIONS)
  await expect(restore()).rejects.toThrow(`encrypted for ${KEYS.encrypted}: name the file with its secret key`)
  await expect(restore('# nothing\n')).rejects.toThrow('has no secret key of age')
  await expect(restore(await generateX25519Identity())).rejects.toThrow('The key does not open the backup')
  expect(await filesIn(empty)).toEqual([])
  const texts = await Promise.all((await pathsIn(place)).map((path) => buffer(place.read(path))))
  expect(texts.filter((bytes) => bytes.includes('The Moonstone'))).toEqual([])
  await restore(`# created: today\n# public key: ${KEYS.encrypted}\n${identities}\n`)
  expect(await filesIn(empty)).toEqual(await filesIn(storesOf(site)))
})

test('with another key all files are encrypted for it, and earlier backups are still whole', async () => {
  const place = await openPlaceAt(aPath())
  const [first, second] = ['2026-11-01-030000', '2026-11-02-030000']
  await writeSnapshot(storesOf(site), place, { keep: KEEP, now: FIRST })
  await writeSnapshot(storesOf(site), place, { recipient: KEYS.encrypted, keep: KEEP, now: dayAfter(1) })
  const restored = await Promise.all([aMigratedSite(aPath()), aMigratedSite(aPath())])
  await restoreFrom(restored[0], { place, snapshot: first }, MIGRATIONS)
  await restoreFrom(restored[1], { place, snapshot: second, identities }, MIGRATIONS)
  for (const stores of restored) expect(await filesIn(stores)).toEqual(await filesIn(storesOf(site)))
  await expect(findSnapshot(place, '2026-11-09-030000')).rejects.toThrow(`it has ${first}, ${second}.`)
  // The files of the last unencrypted snapshot go with it.
  await writeSnapshot(storesOf(site), place, {
    recipient: KEYS.encrypted,
    keep: { days: 1, weeks: 0, months: 0 },
    now: dayAfter(2),
  })
  expect((await pathsIn(place)).filter((path) => path.startsWith('files/'))).toEqual([])
})

test('a last backup that is named after a later time is restored only by its name', async () => {
  const place = await openPlaceAt(aPath())
  const [first, ahead] = ['2026-11-01-030000', '2026-11-03-030000']
  for (const name of [first, ahead]) await place.write(`${SNAPSHOTS}${name}/SHA256SUMS`, ['a list\n'])
  await expect(findSnapshot(place, undefined, dayAfter(1))).rejects.toThrow(
    `is named after a time that has not come: a clock was wrong. Name the one to use: ${first}, ${ahead}.`,
  )
  expect(await findSnapshot(place, first, dayAfter(1))).toBe(`${SNAPSHOTS}${first}/`)
  expect(await findSnapshot(place, ahead, dayAfter(1))).toBe(`${SNAPSHOTS}${ahead}/`)
  expect(await findSnapshot(place, undefined, dayAfter(2))).toBe(`${SNAPSHOTS}${ahead}/`)
})

describe('an encrypted file that was damaged or missing is written again', () => {
  const NEVER = 1_000_000_000
  const aPlace = async () => {
    const place = await openPlaceAt(aPath())
    await snapshot(place, 0)
    await snapshot(place, 1)
    const path = (await pathsIn(place)).find((found) => found.endsWith('.pdf')) ?? ''
    return { place, path }
  }
  const snapshot = (place: BackupPlace, day: number, checkedOf = NEVER) =>
    writeSnapshot(storesOf(site), place, { recipient: KEYS.encrypted, keep: KEEP, now: dayAfter(day), checkedOf })

  /** Every backup is whole, and the first one can be restored. */
  const expectWhole = async (place: BackupPlace) => {
    const { whole } = await listSnapshots(place, SNAPSHOTS)
    const folders = whole.map((name) => `${SNAPSHOTS}${name}/`)
    const { paths, faults } = await verifyBackups(place, folders)
    expect(faults).toEqual([])
    const stored = (await pathsIn(place)).filter((path) => !path.endsWith('SHA256SUMS'))
    expect(stored.toSorted()).toEqual(paths.toSorted())
    const restored = await aMigratedSite(aPath())
    await restoreFrom(restored, { place, snapshot: whole[0], identities }, MIGRATIONS)
    expect(await filesIn(restored)).toEqual(await filesIn(storesOf(site)))
    return whole.length
  }

  test.each<[string, (place: BackupPlace, path: string) => Promise<unknown>]>([
    ['damaged', flip],
    ['missing', (place, path) => place.remove(path)],
  ])('%s, and all backups that have it stay whole', async (_, harm) => {
    const { place, path } = await aPlace()
    await harm(place, path)
    await snapshot(place, 2, 1)
    expect(await expectWhole(place)).toBe(3)
  })

  test.each([
    ['before the lists of checksums', '2026-11-01-030000/SHA256SUMS'],
    ['between them', '2026-11-02-030000/SHA256SUMS'],
    ['before its own list', '2026-11-03-030000/SHA256SUMS'],
  ])('a run that is killed %s is made good by the next one', async (_, at) => {
    const { place, path } = await aPlace()
    await flip(place, path)
    const killed: BackupPlace = {
      ...place,
      write: (to, content) => {
        if (to.endsWith(at)) throw new Error('killed')
        return place.write(to, content)
      },
    }
    await expect(snapshot(killed, 2, 1)).rejects.toThrow('killed')
    await snapshot(place, 3)
    expect(await expectWhole(place)).toBe(3)
  })
})

const failing = () => {
  const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  return new Readable({ read: () => {}, construct: (done) => done(error) })
}

test('a file of the site that its disk can not read is named, and all others are in the backup', async () => {
  const place = await openPlaceAt(aPath())
  const { storage, ...stores } = storesOf(site)
  const keys = (await Array.fromAsync(storage.list(''))).map(({ key }) => key)
  const bad = keys.find((key) => key.endsWith('.pdf')) ?? ''
  const read = (key: string) => (key === bad ? failing() : storage.read(key))
  const made = await writeSnapshot({ ...stores, storage: { ...storage, read } }, place, { keep: KEEP, now: FIRST })
  expect(made).toMatchObject({
    files: keys.length - 1,
    missing: 1,
    fault: `1 files of the site cannot be read: ${bad}.`,
  })
})

test('a file that the disk can not read is named, and written again by the next backup', async () => {
  const place = await openPlaceAt(aPath())
  await writeSnapshot(storesOf(site), place, { keep: KEEP, now: FIRST })
  const path = (await pathsIn(place)).find((found) => found.endsWith('.pdf')) ?? ''
  let isBad = true
  const bad: BackupPlace = {
    ...place,
    read: (asked) => (isBad && asked === path ? failing() : place.read(asked)),
    write: (to, content) => {
      if (to === path) isBad = false
      return place.write(to, content)
    },
  }
  const { faults } = await verifyBackups(bad, [await findSnapshot(bad)])
  expect(faults).toEqual([`${path} in ${place.name} is damaged or missing.`])
  const { fault } = await writeSnapshot(storesOf(site), bad, { keep: KEEP, now: dayAfter(1), checkedOf: 1 })
  expect(fault).toBe(`1 files were damaged and are written again: ${path}.`)
})

test('a run that is killed while it writes the list of an earlier backup anew leaves that backup whole', async () => {
  const path = aPath()
  const place = await openPlaceAt(path)
  await writeSnapshot(storesOf(site), place, { recipient: KEYS.encrypted, keep: KEEP, now: FIRST })
  await writeFile(join(path, SNAPSHOTS, '2026-11-01-030000/SHA256SUMS.part'), 'half a l')
  expect((await verifyBackups(place, [await findSnapshot(place)])).faults).toEqual([])
  const restored = await aMigratedSite(aPath())
  await restoreFrom(restored, { place, identities }, MIGRATIONS)
  expect(await filesIn(restored)).toEqual(await filesIn(storesOf(site)))
})

test('a damaged list of checksums keeps everything from being removed, until its backup is deleted', async () => {
  const place = await openPlaceAt(aPath())
  await writeSnapshot(storesOf(site), place, { keep: KEEP, now: FIRST })
  const list = 'snapshots/2026-11-01-030000/SHA256SUMS'
  await place.write(list, ['nothing\n'])
  const { fault } = await writeSnapshot(storesOf(site), place, { keep: KEEP, now: dayAfter(1) })
  expect(fault).toMatch(/^SHA256SUMS in snapshots\/2026-11-01-030000 .* is damaged\. Nothing is removed/)
  for (const path of await pathsIn(place)) if (path.startsWith('snapshots/2026-11-01')) await place.remove(path)
  expect(await writeSnapshot(storesOf(site), place, { keep: KEEP, now: dayAfter(2) })).toMatchObject({
    fault: undefined,
  })
})
