import { Problem } from '#contract/problems.ts'
import * as calls from '#contract/publishing.ts'
import { toBook, selectAllBooks } from '#server/books/book-serializer.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { authorizeBookChange, authorPolicy } from './book-policy.ts'
import { deleteBook } from './delete-book.ts'
import { publishBook, requireImage } from './publish-book.ts'
import { publishHandbooks } from './publish-handbooks.ts'
import { updateBook } from './update-book.ts'

export const publishingRoutes = (serve: Serve, services: Services, inspect: InspectPdf) => {
  serve(
    calls.publishBook,
    ({ body, caller }) => publishBook(services, inspect, { publisherId: caller.id, input: body }),
    { prepare: requireImage },
  )
  serve(
    calls.editBook,
    async ({ params: { id }, body, caller }) => {
      await updateBook(services, inspect, { id, policy: authorPolicy(caller), change: body })
      const row = await selectAllBooks(services.db).where('books.id', '=', id).executeTakeFirst()
      if (!row) throw new Problem('bookNotFound')
      return { book: toBook(services.settings.filesOrigin)(row) }
    },
    { authorize: ({ params, caller }) => authorizeBookChange(services.db, authorPolicy(caller), params.id) },
  )
  serve(calls.deleteBook, async ({ params: { id }, caller }) => {
    await deleteBook(services, { id, policy: authorPolicy(caller) })
    return { message: 'Book deleted successfully' }
  })
  serve(calls.publishHandbooks, () => publishHandbooks(services, inspect))
}
