import { copyFile, readFile, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Genre } from '#contract/genres.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import { publishBook } from './publish-book.ts'

const MAX_WAITING = 5
const FOLDER = fileURLToPath(new URL('../../handbooks', import.meta.url))

interface Handbook {
  title: string
  author: string
  genre: Genre
  caption: string
  pdf: string
}

/** Publishes the three handbooks in a library without books. Of two requests at the same time, one succeeds. */
export const publishHandbooks = (services: Services, inspect: InspectFile) => limit(() => publishAll(services, inspect))

const limit = createConcurrencyLimit({ concurrency: 1, maxQueue: MAX_WAITING, onFull: () => new Problem('overloaded') })

const publishAll = async (services: Services, inspect: InspectFile) => {
  const any = await services.db.selectFrom('books').select('id').limit(1).executeTakeFirst()
  if (any) throw new Problem('libraryNotEmpty')
  const handbooks = JSON.parse(await readFile(join(FOLDER, 'handbooks.json'), 'utf8')) as Handbook[]
  for (const handbook of handbooks) await publishOne(services, inspect, handbook)
  return { message: 'The three handbooks are published.' }
}

const publishOne = async (services: Services, inspect: InspectFile, { pdf, ...words }: Handbook) => {
  const path = join(services.storage.tempFolder, randomUUID())
  try {
    await copyFile(join(FOLDER, pdf), path)
    const pdfFile = { path, bytes: (await stat(path)).size, fileName: pdf, field: 'pdfFile' }
    await publishBook(services, inspect, { publisherId: null, input: { ...words, cover: 'series', pdfFile } })
  } finally {
    await rm(path, { force: true })
  }
}
