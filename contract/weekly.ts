import * as z from 'zod/mini'
import { MailToken, UserAnswer } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Message } from './people.ts'

/** How many books a weekly mail names at most: new ones first, then the most loved. */
export const WEEKLY_NEW = 5
export const WEEKLY_LOVED = 3

/** Where a weekly mail's link to stop it leads, with its token; a mail program may also send a POST there. */
export const UNSUBSCRIBE_PAGE = '/auth/stop-weekly'

export const updateWeeklyMail = endpoint({
  method: 'PUT',
  path: '/auth/weekly-mail',
  access: 'registered',
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  summary: 'Ask for the weekly mail with new and loved books, or stop it',
  body: z.strictObject({ weeklyMail: z.boolean('Say whether the mail is to come') }),
  response: UserAnswer,
})

export const unsubscribeFromWeeklyMail = endpoint({
  method: 'POST',
  path: '/auth/stop-weekly',
  access: 'open',
  rates: [{ by: 'address', max: 30, seconds: 600 }],
  summary: 'Stop the weekly mail with the token from any of its issues; twice is as good as once',
  body: z.strictObject({ token: MailToken }),
  response: Message,
})
