import * as z from 'zod/mini'
import { MailToken, UserAnswer } from './accounts.ts'
import { endpoint } from './api/endpoint.ts'
import { Message } from './shapes/people.ts'

export * from './values/weekly.ts'

export const updateWeeklyMail = endpoint('PUT', '/auth/weekly-mail', 'registered', {
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  summary: 'Subscribe to the weekly mail of new and popular books, or unsubscribe',
  body: z.strictObject({ weeklyMail: z.boolean('Say whether the mail is to come') }),
  response: UserAnswer,
})

export const unsubscribeFromWeeklyMail = endpoint('POST', '/auth/stop-weekly', 'open', {
  rates: [{ by: 'address', max: 30, seconds: 600 }],
  summary: 'Unsubscribe from the weekly mail with the token of any edition; repeating it has no further effect',
  body: z.strictObject({ token: MailToken }),
  response: Message,
})
