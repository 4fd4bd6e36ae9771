import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/values/durations.ts'
import { NOTICE_KINDS, type NoticeKind } from '#contract/values/notices.ts'
import { mayGetMail } from '#server/restrictions/is-suspended.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'
import { mailHead, mailSignature, type SiteIdentity } from '#server/platform/mail/mail-template.ts'
import { forEachAtOnce } from '#server/platform/concurrency-limit.ts'
import { DeliveryUnknownError, MailRejectedError } from '#server/platform/mail/mailer.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts, type SiteLanguages } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { awaitsMail, stopAddresses, stopHeaders, type Stopped } from './notice-settings.ts'
import { noticesAsHtml, noticesAsText, sentenceOf } from './notice-texts.ts'
import type { NoticeRow } from './shown-notices.ts'
import { takeNotices } from './take-notices.ts'

export const NOTICE_MAIL_JOB = 'notice-mail'

const BATCH = 100
/** Fewer than the mailer has connections, so that no log-in mail waits for notices. */
const CONCURRENT_MAILS = 4
const HOUR = 6

/** The time of the last daily mail: six o'clock, UTC. */
export const dailyEditionAt = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - HOUR * HOUR_MS) / DAY_MS) * DAY_MS + HOUR * HOUR_MS)

/** Queues one job for each batch of people for whom notices of before six o'clock wait. Run again, it finds what is left over. */
export const queueDailyMails = ({ db, jobs, now }: Services): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ first: string; last: string }>`
      select min(user_id::text) as first, max(user_id::text) as last
      from (
        select user_id, (row_number() over (order by user_id) - 1) / ${BATCH}::int as batch
        from (select distinct user_id from notices where ${awaitsMail('daily')}) as waiting
      ) as due
      group by batch
      order by batch`.execute(trx)
    const before = dailyEditionAt(now()).toISOString()
    for (const { first, last } of rows) await jobs.enqueue(trx, NOTICE_MAIL_JOB, { how: 'daily', first, last, before })
  })

interface Batch {
  how: 'mail' | 'daily'
  /** The first and the last id of the people. */
  first: string
  last: string
  /** Only notices of events before this time are sent. */
  before: Date
}

/**
 * Sends the mails of the notices that wait: at once one for each kind, daily one for all. A notice is taken before it is sent,
 * as an edition of the weekly mail is marked, so that nobody gets it twice. Throws if mails failed, so that the job is retried.
 */
export const sendNoticeMails = async (services: Services, { how, first, last, before }: Batch): Promise<void> => {
  const { db, now } = services
  const { rows: due } = await sql<Reader>`
    select id, email, username, language, ${mayGetMail(now())} as may_get_mail from users
    where id between ${first}::uuid and ${last}::uuid and email is not null and verified and exists (select from notices where notices.user_id = users.id and ${awaitsMail(how)})`.execute(
    db,
  )
  const [settings, stopAddress] = await Promise.all([readSiteSettings(services), stopAddresses(services)])
  const site = { ...settings, url: services.siteUrl.current() }
  const kinds = how === 'mail' ? NOTICE_KINDS : [undefined]
  const copies = due.flatMap((reader) => kinds.map((kind) => ({ reader, kind })))
  const failures: unknown[] = []
  await forEachAtOnce(CONCURRENT_MAILS, copies, (copy) =>
    sendOne(services, { ...copy, how, before, site, stopAddress }).catch((error: unknown) => failures.push(error)),
  )
  if (failures.length > 0) throw new Error(`${failures.length} mails of notices not sent`, { cause: failures[0] })
}

interface Reader {
  id: string
  email: string
  username: string
  language: string | null
  /** Not while the account is suspended: what is not sent then is not sent later. */
  mayGetMail: boolean
}

interface Copy extends Pick<Batch, 'how' | 'before'> {
  reader: Reader
  kind: NoticeKind | undefined
  site: SiteIdentity & SiteLanguages & { url: string }
  stopAddress: (userId: string, stopped: Stopped) => string
}

const sendOne = async (services: Services, { reader, kind, how, before, site, stopAddress }: Copy): Promise<void> => {
  const { notices, giveBack } = await takeNotices(services, reader.id, { how, before, ...(kind && { kind }) })
  const [latest] = notices
  if (!latest || !reader.mayGetMail) return
  const stops = [...new Set(notices.map((notice) => notice.kind))].map((one) => ({
    kind: one,
    address: stopAddress(reader.id, one),
  }))
  const mail = renderNotices(site, await mailTexts(site, reader.language), reader, {
    notices,
    stops,
    stopAll: kind ? stopAddress(reader.id, kind) : stopAddress(reader.id, 'daily'),
  })
  try {
    // One event can be in the mails of two days.
    const edition = how === 'daily' ? `daily-${before.getTime()}` : how
    await services.mailer.send({ id: `notices-${edition}-${latest.id}-${reader.id}`, to: reader.email, ...mail })
  } catch (error) {
    if (error instanceof DeliveryUnknownError || error instanceof MailRejectedError) {
      services.log.warn({ userId: reader.id, reason: error.message }, 'mail of notices not delivered')
      return
    }
    await giveBack()
    throw error
  }
}

interface Content {
  notices: NoticeRow[]
  /** What stops the mails of each kind. */
  stops: { kind: NoticeKind; address: string }[]
  /** What a mail program stops with one press. */
  stopAll: string
}

const renderNotices = (
  site: SiteIdentity & { url: string },
  texts: Texts,
  { username }: Reader,
  { notices, stops, stopAll }: Content,
) => {
  const { FRAME, NOTICE_MAIL } = texts.mails
  const [first] = notices
  const subject =
    first && notices.length === 1
      ? sentenceOf(texts, first).replace(/[.。]$/, '')
      : NOTICE_MAIL.subject({ count: notices.length })
  const greeting = FRAME.greeting({ name: username })
  const signature = mailSignature(site)
  const all = `${site.url}/notices`
  return {
    subject,
    headers: stopHeaders(stopAll),
    text: [
      greeting,
      ...noticesAsText(site.url, texts, notices),
      NOTICE_MAIL.allAt({ link: all }),
      ...stops.map(({ kind, address }) => `${NOTICE_MAIL.stopAt[kind]}\n${address}`),
      `${signature.join('\n')}\n`,
    ].join('\n\n'),
    html: `${mailHead(texts.language, subject)}
<p>${escapeMarkup(greeting)}</p>
${noticesAsHtml(site.url, texts, notices)}
<p style="margin-top:32px"><a href="${escapeMarkup(all)}" style="color:#2430c4">${escapeMarkup(NOTICE_MAIL.all)}</a></p>
${stops
  .map(
    ({ kind, address }) =>
      `<p><a href="${escapeMarkup(address)}" style="color:#2430c4">${escapeMarkup(NOTICE_MAIL.stop[kind])}</a></p>`,
  )
  .join('\n')}
<p>${signature.map(escapeMarkup).join('<br>')}</p></body></html>`,
  }
}
