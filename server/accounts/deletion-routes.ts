import * as calls from '#contract/accounts.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

export const accountDeletionRoutes = (serve: Serve, services: Services) => {
  serve(calls.deleteAccount, ({ body, caller }) => deleteAccount(services, caller, body))
  serve(calls.exportAccount, ({ caller }) => exportAccount(services, caller.id))
}
