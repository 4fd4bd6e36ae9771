import * as calls from '#contract/co-authors.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { addCoAuthor, askCoAuthor, listCoAuthors, orderCoAuthors, removeCoAuthor } from './co-authors.ts'
import { answerCoAuthorship, listCoAuthorships } from './co-authorships.ts'

export const coAuthorRoutes = (serve: Serve, services: Services, sign: Sign) => {
  serve(calls.listCoAuthors, ({ params: { id }, caller }) => listCoAuthors(services, { id, caller }))
  serve(calls.addCoAuthor, ({ params: { id }, body: { name }, caller }) => addCoAuthor(services, { id, caller, name }))
  serve(calls.askCoAuthor, ({ params: { id }, body: { username }, caller }) =>
    askCoAuthor(services, { id, caller, username }),
  )
  serve(calls.orderCoAuthors, ({ params: { id }, body: { order }, caller }) =>
    orderCoAuthors(services, { id, caller, order }),
  )
  serve(calls.removeCoAuthor, ({ params: { id, coAuthorId }, caller }) =>
    removeCoAuthor(services, { id, caller, coAuthorId }),
  )
  serve(calls.listCoAuthorships, ({ caller }) => listCoAuthorships(services, sign, caller.id))
  serve(calls.answerCoAuthorship, ({ params: { id }, body: { agrees }, caller }) =>
    answerCoAuthorship(services, { bookId: id, userId: caller.id, agrees }),
  )
}
