import { call } from '#contract/endpoint.ts'

export const openMailedReport = call('POST', '/reports/mailed', 'open', 'Failed to load the report')
export const answerMailedReport = call('POST', '/reports/mailed/answer', 'open', 'The answer could not be sent.')
