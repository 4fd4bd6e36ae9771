import * as calls from '#contract/imports.ts'
import { done, type Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { listImports, prepareImport, readReport, removeImport, startImport, stopImport } from './imports.ts'

export const importRoutes = (serve: Serve, services: Services) => {
  serve(calls.listImports, async () => done(await listImports(services)))
  serve(calls.prepareImport, async ({ body, caller }) => done({ _id: await prepareImport(services, caller, body) }))
  serve(calls.startImport, async ({ params: { id }, body, caller }) => {
    await startImport(services, caller, { id, ...body })
    return done({ _id: id })
  })
  serve(calls.stopImport, async ({ params: { id }, caller }) => {
    await stopImport(services, caller, id)
    return done({ _id: id })
  })
  serve(calls.removeImport, async ({ params: { id }, caller }) => {
    await removeImport(services, caller, id)
    return done({ _id: id })
  })
  serve(calls.getImportReport, async ({ params }) => done(await readReport(services, params.id)))
}
