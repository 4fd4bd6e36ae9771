import type { BulkChange } from '#contract/admin.ts'
import { isProblem, PROBLEMS } from '#contract/api/problems.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { adminPolicy } from '#server/publishing/book-policy.ts'
import { deleteBook } from '#server/publishing/delete-book.ts'
import { updateBook } from '#server/publishing/update-book.ts'

type ManyBooks = BulkChange & { books: { _id: string; version?: number | undefined }[] }

/** Changes or deletes books one after another, each in a transaction of its own with its audit entry. */
export const changeManyBooks = async (
  services: Services,
  inspect: InspectFile,
  caller: Caller,
  { books, ...change }: ManyBooks,
) => {
  const changed: string[] = []
  const failed: { _id: string; message: string }[] = []
  for (const { _id, version } of books) {
    try {
      await changeBook(services, inspect, caller, { ...change, id: _id, version })
      changed.push(_id)
    } catch (error) {
      if (!isProblem(error)) services.log.error({ err: error, bookId: _id, action: change.action }, 'book not changed')
      failed.push({ _id, message: isProblem(error) ? error.message : PROBLEMS.internal.message })
    }
  }
  return { changed, failed }
}

const CHANGES = {
  'make-premium': { action: 'set premium', change: { isPremium: true } },
  'remove-premium': { action: 'set premium', change: { isPremium: false } },
  feature: { action: 'set featured', change: { isFeatured: true } },
  unfeature: { action: 'set featured', change: { isFeatured: false } },
} as const

const changeBook = async (
  services: Services,
  inspect: InspectFile,
  caller: Caller,
  { id, version, ...bulk }: BulkChange & { id: string; version: number | undefined },
): Promise<void> => {
  const policy = adminPolicy(caller)
  if (bulk.action === 'delete') return await deleteBook(services, { id, policy, version })
  const { change, ...named } = bulk.action === 'set-genre' ? { change: { genre: bulk.genre } } : CHANGES[bulk.action]
  await updateBook(services, inspect, { id, policy, ...named, change: { ...change, version } })
}
