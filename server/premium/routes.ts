import * as calls from '#contract/premium.ts'
import { editBook, listOwnBooks } from '#contract/publishing.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { changeBookOfAnyone } from './change-as-deed.ts'
import { ownBooks } from './own-books.ts'
import { featuredBooks, premiumBook, premiumBooks, premiumPdf } from './premium-books.ts'

export const premiumRoutes = (
  serve: Serve,
  services: Services,
  { sign, openPdf }: { sign: Sign; openPdf: InspectPdf },
) => {
  serve(calls.featuredBooks, ({ query }) => featuredBooks(services, query.limit))
  serve(calls.premiumBooks, ({ query }) => premiumBooks(services, query))
  serve(calls.getPremiumBook, ({ params, caller }) => premiumBook(services, params.id, caller?.id))
  serve(listOwnBooks, ({ caller }) => ownBooks(services, caller.id))
  serve(editBook, ({ params, body, caller }) =>
    changeBookOfAnyone(services, openPdf, { caller, id: params.id, change: body }),
  )
  serve(calls.getPremiumPdf, ({ params }) => premiumPdf(services, sign, params.id))
}
