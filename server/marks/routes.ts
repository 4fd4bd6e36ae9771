import * as calls from '#contract/marks.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteMarks } from './delete-marks.ts'
import { listAllMarks } from './list-all-marks.ts'
import { listMarkedBooks } from './list-marked-books.ts'
import { listMarks } from './list-marks.ts'
import { saveMarks } from './save-marks.ts'

export const markRoutes = (serve: Serve, services: Services) => {
  serve(calls.listMarkedBooks, ({ caller }) => listMarkedBooks(services, caller.id))
  serve(calls.listAllMarks, ({ query, caller }) => listAllMarks(services, caller.id, query))
  serve(calls.listMarks, ({ params, query, caller }) =>
    listMarks(services, { userId: caller.id, bookId: params.id, since: query.since }),
  )
  serve(calls.saveMarks, ({ params, body, caller }) =>
    saveMarks(services, { userId: caller.id, bookId: params.id, changes: body.changes }),
  )
  serve(calls.deleteMarks, ({ params, caller }) => deleteMarks(services, { userId: caller.id, bookId: params.id }))
}
