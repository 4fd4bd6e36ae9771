import * as calls from '#contract/co-authors.ts'
import type { Sign } from '#server/books/read-book.ts'
import { READ_DIGESTS_JOB } from '#server/kosync/read-digests.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { MAKE_PAGE_EPUBS_JOB } from '#server/text-view/make-text-views.ts'
import { addCoAuthor, askCoAuthor, listCoAuthors, orderCoAuthors, removeCoAuthor } from './co-authors.ts'
import { answerCoAuthorship, listCoAuthorships } from './co-authorships.ts'

export const coAuthorRoutes = (serve: Serve, services: Services, sign: Sign) => {
  /** The names of files and the EPUBs made of pages have the co-authors in them. */
  const thenMake = async <T>(changed: Promise<T>): Promise<T> => {
    const answer = await changed
    for (const job of [MAKE_PAGE_EPUBS_JOB, READ_DIGESTS_JOB]) services.jobs.runSoon(job)
    return answer
  }

  serve(calls.listCoAuthors, ({ params: { id }, caller }) => listCoAuthors(services, { id, caller }))
  serve(calls.addCoAuthor, ({ params: { id }, body: { name }, caller }) =>
    thenMake(addCoAuthor(services, { id, caller, name })),
  )
  serve(calls.askCoAuthor, ({ params: { id }, body: { username }, caller }) =>
    askCoAuthor(services, { id, caller, username }),
  )
  serve(calls.orderCoAuthors, ({ params: { id }, body: { order }, caller }) =>
    thenMake(orderCoAuthors(services, { id, caller, order })),
  )
  serve(calls.removeCoAuthor, ({ params: { id, coAuthorId }, caller }) =>
    thenMake(removeCoAuthor(services, { id, caller, coAuthorId })),
  )
  serve(calls.listCoAuthorships, ({ caller }) => listCoAuthorships(services, sign, caller.id))
  serve(calls.answerCoAuthorship, ({ params: { id }, body: { agrees }, caller }) =>
    thenMake(answerCoAuthorship(services, { bookId: id, userId: caller.id, agrees })),
  )
}
