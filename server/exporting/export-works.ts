import { Problem } from '#contract/api/problems.ts'
import type { SentFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { createZip, type ZipEntry } from '#server/platform/zip.ts'
import { checksummed } from './checksummed.ts'
import { exportEntries, noCounts } from './export-entries.ts'

/** All books of an account as a zip in the form of an export, in any state. Other people have pseudonyms in it. */
export const exportWorks = async (services: Services, userId: string): Promise<SentFile> => {
  const account = await services.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!account) throw new Problem('unauthenticated')
  return { fileName: 'quillhouse-works.zip', content: createZip(zipEntries(services, userId), services.now()) }
}

async function* zipEntries(services: Services, userId: string): AsyncGenerator<ZipEntry> {
  const options = { publisherId: userId, withUnpublished: true, readers: 'pseudonyms' } as const
  for await (const { path, content } of checksummed(exportEntries(services, options, noCounts())))
    yield { name: path, content }
}
