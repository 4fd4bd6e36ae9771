import { setTimeout as pause } from 'node:timers/promises'
import { listNotices } from '#contract/notices.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { tellOfEvents } from './tell-of-events.ts'

/** Resolves when all that has happened was told, here or by another process. */
export const allTold = async ({ services }: Pick<TestSite, 'services'>): Promise<void> => {
  const waiting = services.db.selectFrom('noticeEvents').select('id').where('isDone', '=', false).limit(1)
  await tellOfEvents(services)
  while (await waiting.executeTakeFirst()) {
    await pause(20)
    await tellOfEvents(services)
  }
}

/** The notices of somebody once all that has happened was told, by kind, title of the book and number, the latest first. */
export const noticesOf = async (site: TestSite, person: Pick<Person, 'token'>): Promise<string[]> => {
  await allTold(site)
  const notices = await site.api(person)(listNotices)
  return notices.map(({ kind, book, count }) =>
    [kind, book?.title, count].filter((part) => part !== undefined).join(' '),
  )
}
