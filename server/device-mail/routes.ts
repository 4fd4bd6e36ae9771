import * as calls from '#contract/send-to-device.ts'
import type { ViewCounter } from '#server/books/count-views.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { confirmDevice, enterDevice, readDevice, removeDevice } from './device-address.ts'
import { sendToDevice } from './send-book.ts'

export const deviceMailRoutes = (serve: Serve, services: Services, views: Pick<ViewCounter, 'download'>) => {
  serve(calls.getDevice, ({ caller }) => readDevice(services, caller))
  serve(calls.enterDevice, ({ body, caller }) => enterDevice(services, caller, body.address))
  serve(calls.confirmDevice, ({ body, caller, from }) => confirmDevice(services, caller, { ...body, from }))
  serve(calls.removeDevice, ({ caller, from }) => removeDevice(services, caller, from))
  serve(calls.sendToDevice, ({ params, caller, from }) => sendToDevice(services, views, caller, { ...params, from }))
}
