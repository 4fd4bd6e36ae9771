import * as calls from '#contract/figures.ts'
import { listOwnBooks } from '#contract/publishing.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readBookForChange, ownerPolicy } from '#server/publishing/book-policy.ts'
import { ownBooks } from './own-books.ts'
import { readFigures } from './read-figures.ts'

export const figureRoutes = (serve: Serve, services: Services, sign: Sign) => {
  serve(listOwnBooks, ({ caller }) => ownBooks(services, sign, caller.id))
  serve(calls.getFigures, async ({ query, caller }) => {
    const books = await services.db.selectFrom('books').select('id').where('publisherId', '=', caller.id).execute()
    return readFigures(services, { ...query, ids: books.map(({ id }) => id), title: null })
  })
  serve(calls.getBookFigures, async ({ params: { id }, query, caller }) => {
    const { title } = await readBookForChange(services.db, ownerPolicy(caller), id)
    return readFigures(services, { ...query, ids: [id], title })
  })
}
