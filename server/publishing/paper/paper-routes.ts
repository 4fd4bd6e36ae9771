import * as calls from '#contract/paper.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { getPaper, makePaper, removePaper } from './paper.ts'

export const paperRoutes = (serve: Serve, services: Services, { sign }: { sign: Sign }) => {
  serve(calls.getPaper, ({ params: { id }, caller }) => getPaper(services, sign, { id, caller }))
  serve(calls.makePaper, ({ params: { id }, body, caller }) => makePaper(services, sign, { id, caller, options: body }))
  serve(calls.removePaper, ({ params: { id }, caller }) => removePaper(services, { id, caller }))
}
