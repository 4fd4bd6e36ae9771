import type { FastifyInstance } from 'fastify'
import { createWorksLink, exportAccount } from '#contract/account-settings.ts'
import { createExportLink, exportFileRoute } from '#server/accounts/personal-data/export-link.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { exportWorks } from './export-works.ts'

export const exportingRoutes = (serve: Serve, services: Services) => {
  serve(createWorksLink, ({ caller }) => createExportLink(services, caller.id, 'works'))
}

export const worksFileRoute = (app: FastifyInstance, services: Services) =>
  exportFileRoute(app, services, {
    what: 'works',
    fileType: exportAccount.fileType,
    rate: createWorksLink.rates[0],
    make: (userId) => exportWorks(services, userId),
  })
