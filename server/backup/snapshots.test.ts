import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '#server/open-services.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { restoreFrom } from './restore-backup.ts'
import { findSnapshot } from './snapshots.ts'
import { anEmptySite, filesIn, storesOf } from './testing-backups.ts'
import { startTestStore } from './testing-object-store.ts'
import { dayAfter, FIRST, identities, KEEP, KEYS, openPlaceAt, pathsIn, testSnapshots } from './testing-snapshots.ts'
import { writeSnapshot } from './write-snapshot.ts'

let folder: string
let site: TestSite
let store: Awaited<ReturnType<typeof startTestStore>>
let count = 0
const aPath = () => join(folder, `n${(count += 1)}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-snapshots-'))
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
  testSnapshots({ site: () => site, folder: () => folder, address: () => store.url(`n${(count += 1)}`) })
})

test('without the key, or with another one, nothing is restored, and the damage of an encrypted backup is still told', async () => {
  const place = await openPlaceAt(aPath())
  await writeSnapshot(storesOf(site), place, { recipient: KEYS.encrypted, keep: KEEP, now: FIRST })
  const empty = await anEmptySite(aPath())
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
  const restored = await Promise.all([anEmptySite(aPath()), anEmptySite(aPath())])
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
