import * as calls from '#contract/publishing.ts'
import { ownBooks } from '#server/books/shelves.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { OpenPdf } from './open-pdf.ts'
import { ManuscriptForm } from './manuscript-form.ts'
import { publishBook } from './publish-book.ts'
import { publishHandbooks } from './publish-handbooks.ts'

const OWN_BOOKS_MAX = 1000

export const publishingRoutes = (serve: Serve, services: Services, openPdf: OpenPdf) => {
  serve({ ...calls.publishBook, body: ManuscriptForm }, ({ body, caller }) => publishBook(services, openPdf, body, caller.id))
  serve(calls.listOwnBooks, ({ caller }) => ownBooks(services, caller.id, OWN_BOOKS_MAX))
  serve(calls.publishHandbooks, () => publishHandbooks(services, openPdf))
}
