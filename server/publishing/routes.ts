import * as calls from '#contract/publishing.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { askForImage, publishBook } from './publish-book.ts'
import { deleteBook } from './delete-book.ts'
import { assertWithinQuota } from './quota.ts'
import { publishHandbooks } from './publish-handbooks.ts'

export const publishingRoutes = (serve: Serve, services: Services, openPdf: InspectPdf) => {
  serve(
    calls.publishBook,
    async ({ body, caller }) => {
      await assertWithinQuota(services, caller.id, body.pdfFile.bytes)
      return publishBook(services, openPdf, body, caller.id)
    },
    askForImage,
  )
  serve(calls.deleteBook, ({ params, caller }) => deleteBook(services, caller, params.id))
  serve(calls.publishHandbooks, () => publishHandbooks(services, openPdf))
}
