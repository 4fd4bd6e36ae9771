import { coverKey } from '#server/books/cover-key.ts'
import { settleAll } from '#server/platform/settle-all.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/** A cover's forms by name: the whole one, then by width. */
const FORMS = ['', '-160', '-320', '-640'].flatMap((width) =>
  width === '' ? ['.webp'] : [`${width}.avif`, `${width}.webp`],
)

export const storeCover = async (storage: Storage, cover: EncodedCover) => {
  await settleAll(cover.files.map(({ name, bytes }) => storage.put(coverKey(cover.hash, name), bytes)))
}

/** Two books may share a cover, so the files go only with the last of them. */
export const removeCoverUnlessUsed = async ({ db, storage }: Services, hash: string) => {
  const used = await db.selectFrom('books').select('id').where('cover', '=', hash).limit(1).executeTakeFirst()
  if (used) return
  await Promise.all(FORMS.map((form) => storage.remove(coverKey(hash, form))))
}
