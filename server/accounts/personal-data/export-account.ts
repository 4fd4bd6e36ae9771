import { Problem } from '#contract/api/problems.ts'
import type { SentFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { createZip, type ZipEntry } from '#server/platform/zip.ts'
import type { ExportedFile, PersonalData } from './personal-data.ts'
import { readHas } from '#server/accounts/account-has.ts'
import { profileImageKey, profileImageName } from '#server/accounts/profile/profile-image-key.ts'
import { toUser } from '#server/accounts/user-serializer.ts'

/** Everything of one person and nothing of others: their data as JSON, and their files. */
export const exportAccount = async (
  services: Services,
  personalData: PersonalData[],
  userId: string,
): Promise<SentFile> => {
  const parts = await Promise.all([
    accountData(services, userId),
    ...personalData.map(({ exportOf }) => exportOf(services, userId)),
  ])
  const documents = parts.flatMap(({ documents }) => Object.entries(documents))
  const files = parts.flatMap(({ files }) => files ?? [])
  return {
    fileName: 'quillhouse-export.zip',
    content: createZip(zipEntries(services, documents, files), services.now()),
  }
}

/** Opens one file after the other. A file that no longer exists is left out. */
async function* zipEntries(
  { storage }: Services,
  documents: [name: string, value: unknown][],
  files: ExportedFile[],
): AsyncGenerator<ZipEntry> {
  for (const [name, value] of documents) {
    yield { name: `${name}.json`, content: `${JSON.stringify(value, null, 2)}\n` }
  }
  for (const { key, name } of files) {
    if ((await storage.size(key)) !== undefined) yield { name, content: storage.read(key) }
  }
}

const accountData: PersonalData['exportOf'] = async ({ db }, userId) => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw new Problem('unauthenticated')
  const sessions = await db
    .selectFrom('sessions')
    .select(['userAgent', 'network', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const account = { ...toUser(row), ...(await readHas(db, userId)) }
  const image = account.profileImage
  return {
    documents: { account, sessions },
    files: image === null ? [] : [{ key: profileImageKey(profileImageName(image)), name: 'profile-image.webp' }],
  }
}
