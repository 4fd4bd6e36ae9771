import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { testSnapshots } from '#server/backup/testing-snapshots.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { startCeph } from './start-ceph.ts'

const ceph = await startCeph()

describe.skipIf(!ceph)('backups in a store', () => {
  let folder: string
  let site: TestSite
  let count = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backups-in-store-'))
    site = await openTestSite({ env: { STORAGE_URL: ceph?.url('library') ?? '' } })
    await site.aBook(await site.anAuthor())
  })
  afterAll(async () => {
    await site.close()
    await Promise.all([ceph?.stop(), rm(folder, { recursive: true, force: true })])
  })

  testSnapshots({ site: () => site, folder: () => folder, address: () => ceph?.url(`backups-${(count += 1)}`) ?? '' })
})
