import * as calls from '#contract/reading.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { listReading } from './list-reading.ts'
import { getPosition } from './position.ts'
import { savePosition } from './save-position.ts'

export const readingRoutes = (serve: Serve, services: Services) => {
  serve(calls.listReading, ({ query, caller }) => listReading(services, caller.id, query.limit))
  serve(calls.getPosition, ({ params, query, caller }) =>
    getPosition(services, { userId: caller.id, bookId: params.id, deviceId: query.device, ...query }),
  )
  serve(calls.savePosition, ({ params, body, caller }) =>
    savePosition(services, { ...body, userId: caller.id, bookId: params.id }),
  )
}
