import * as calls from '#contract/versions.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { authorPolicy } from '#server/publishing/book-policy.ts'
import { getManuscript } from '#server/publishing/get-manuscript.ts'
import { listVersions } from './list-versions.ts'
import { removeVersion } from './remove-version.ts'
import { updateBook } from '#server/publishing/update-book.ts'

export const versionRoutes = (
  serve: Serve,
  services: Services,
  { inspect, sign }: { inspect: InspectFile; sign: Sign },
) => {
  serve(calls.listVersions, ({ params: { id }, caller }) => listVersions(services, { id, caller }))
  serve(calls.getManuscript, ({ params, caller }) => getManuscript(services, sign, { ...params, caller }))
  serve(calls.restoreVersion, async ({ params: { id, number }, body, caller }) => {
    const policy = authorPolicy(caller)
    await updateBook(services, inspect, { id, policy, change: { ...body, fromVersion: number } })
    return listVersions(services, { id, caller })
  })
  serve(calls.removeVersion, ({ params: { id, number }, caller }) =>
    removeVersion(services, { id, number, policy: authorPolicy(caller) }),
  )
}
