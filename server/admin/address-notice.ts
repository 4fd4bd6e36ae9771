import type { Database } from '#server/platform/database/connect.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'

export const ADDRESS_NOTICE_JOB = 'address-notice-mail'

interface AddressNotice {
  userId: string
  formerEmail: string
}

/** The new address gets a mail with a link that verifies it. */
export const queueAddressNotice = async (
  { jobs }: Services,
  trx: Database,
  { userId, formerEmail }: AddressNotice,
): Promise<void> => {
  await jobs.enqueue(trx, ADDRESS_NOTICE_JOB, { userId, formerEmail })
}

/** Sends a notice to the former address. */
export const sendAddressNotice = async (
  { db, mailer, siteUrl }: Services,
  { userId, formerEmail }: AddressNotice,
  jobId: string,
) => {
  const user = await db.selectFrom('users').select(['username', 'language']).where('id', '=', userId).executeTakeFirst()
  if (!user) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, user.language)
  const { FRAME, ADDRESS_NOTICE } = texts.mails
  const mail = renderMail(site, texts, {
    ...ADDRESS_NOTICE,
    greeting: FRAME.greeting({ name: user.username }),
    link: `${siteUrl.current()}/auth`,
  })
  await mailer.send({ id: jobId, to: formerEmail, ...mail })
}
