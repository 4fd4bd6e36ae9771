import * as calls from '#contract/reading.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteHistory, getHistory, setHistory } from './history.ts'
import { listReading } from './list-reading.ts'
import { getPosition } from './position.ts'
import { savePosition } from './save-position.ts'

export const readingRoutes = (serve: Serve, services: Services) => {
  serve(calls.listReading, ({ query, caller }) => listReading(services, caller.id, query.limit))
  serve(calls.getHistory, ({ query, caller }) =>
    getHistory(services, caller.id, query.year ?? services.now().getUTCFullYear()),
  )
  serve(calls.setHistory, ({ body, caller }) => setHistory(services, caller.id, body))
  serve(calls.deleteHistory, ({ caller }) => deleteHistory(services, caller.id))
  serve(calls.getPosition, ({ params, query, caller }) =>
    getPosition(services, { userId: caller.id, bookId: params.id, deviceId: query.device, ...query }),
  )
  serve(calls.savePosition, ({ params, body, caller }) =>
    savePosition(services, { ...body, userId: caller.id, bookId: params.id }),
  )
}
