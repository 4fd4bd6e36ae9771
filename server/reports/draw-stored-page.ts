import { buffer } from 'node:stream/consumers'
import { createSingleFlight, WITHOUT_LIMIT } from '#server/platform/database/single-flight.ts'
import type { DrawPage } from '#server/pdf-inspection/inspect-pdf.ts'
import type { Services } from '#server/platform/services.ts'

export type DrawStoredPage = (pdf: string, page: number) => Promise<Buffer | null>

/** Draws pages of stored PDFs, each once for all who report it at the same time. */
export const createPageDrawer = (services: Services, drawPage: DrawPage): DrawStoredPage => {
  const flight = createSingleFlight(WITHOUT_LIMIT)
  return (pdf, page) =>
    flight(`${pdf} ${page}`, async () => {
      const bytes = await readIfThere(services, pdf)
      return (bytes && (await drawPage(bytes, page))) ?? null
    })
}

/** Null where the file is missing: a report is accepted all the same. */
export const readIfThere = async ({ storage, log }: Services, key: string | null): Promise<Buffer | null> => {
  if (!key) return null
  try {
    return await buffer(storage.read(key))
  } catch (error) {
    log.warn({ key, reason: (error as NodeJS.ErrnoException).code }, 'a file of a reported book could not be read')
    return null
  }
}
