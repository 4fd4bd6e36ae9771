import { buffer } from 'node:stream/consumers'
import { createSingleFlight, WITHOUT_LIMIT } from '#server/platform/database/single-flight.ts'
import type { PageCopy } from '#server/formats/book-format.ts'
import type { CopyPage } from '#server/formats/formats.ts'
import type { Services } from '#server/platform/services.ts'

export type CopyStoredPage = (key: string, page: number) => Promise<PageCopy | null>

/** Copies pages of stored books, each once for all who report it at the same time. */
export const createPageCopier = (services: Services, copyPage: CopyPage): CopyStoredPage => {
  const flight = createSingleFlight(WITHOUT_LIMIT)
  return (key, page) =>
    flight(`${key} ${page}`, () =>
      nullIfMissing(services, key, async () => (await copyPage(services.storage, key, page)) ?? null),
    )
}

/** Null where the file is missing: a report is accepted all the same. */
export const readIfThere = async (services: Services, key: string | null): Promise<Buffer | null> => {
  if (!key) return null
  return nullIfMissing(services, key, () => buffer(services.storage.read(key)))
}

const nullIfMissing = async <T>({ log }: Services, key: string, read: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await read()
  } catch (error) {
    log.warn({ key, reason: (error as NodeJS.ErrnoException).code }, 'a file of a reported book could not be read')
    return null
  }
}
