import { call } from '#contract/endpoint.ts'

export const sendCounterNotice = call(
  'POST',
  '/reports/:id/counter-notice',
  'registered',
  'The counter-notice could not be sent.',
)
export const sendCopyrightNotice = call('POST', '/copyright/notices', 'open', 'The notice could not be sent.')
