import { call } from '#contract/endpoint.ts'

export const listReportCases = call('GET', '/moderation/reports', 'moderator', 'Failed to load the reports')
export const getReportCase = call('GET', '/moderation/reports/:id', 'moderator', 'Failed to load the report')
export const decideReport = call(
  'POST',
  '/moderation/reports/:id/decisions',
  'moderator',
  'The decision could not be stored.',
)
