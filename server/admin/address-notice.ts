import type { Database } from '#server/platform/database/connect.ts'
import { renderMail } from '#server/accounts/mail-template.ts'
import type { Services } from '#server/platform/services.ts'
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
  const user = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  if (!user) return
  const mail = renderMail(await readSiteSettings({ db }), {
    subject: 'The email address of your account was changed',
    greeting: `Hello ${user.username},`,
    before:
      'An administrator has changed the email address of your account. We have sent a link to the new one: open it, and then log in here with the new address:',
    link: `${siteUrl.current()}/auth`,
    after: 'If you did not ask for this, contact the administrators of this library.',
  })
  await mailer.send({ id: jobId, to: formerEmail, ...mail })
}
