import type { Database } from '#server/platform/database/connect.ts'
import { renderMail } from '#server/accounts/mail-template.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'

export const ADDRESS_NOTICE_JOB = 'address-notice-mail'

interface AddressNotice {
  userId: string
  formerEmail: string
}

export const queueAddressNotice = async (
  { jobs }: Services,
  trx: Database,
  { userId, formerEmail }: AddressNotice,
): Promise<void> => {
  await jobs.enqueue(trx, ADDRESS_NOTICE_JOB, { userId, formerEmail })
}

/** Sends a notice to the former and to the new address. */
export const sendAddressNotice = async (
  { db, mailer, siteUrl }: Services,
  { userId, formerEmail }: AddressNotice,
  jobId: string,
) => {
  const user = await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()
  if (!user?.email) return
  const mail = renderMail(await readSiteSettings({ db }), {
    subject: 'The email address of your account was changed',
    greeting: `Hello ${user.username},`,
    before:
      'An administrator has changed the email address of your account. From now on, log in here with the new one:',
    link: `${siteUrl.current()}/auth`,
    after: 'If you did not ask for this, contact the administrators of this library.',
  })
  await mailer.send({ id: `${jobId}-former`, to: formerEmail, ...mail })
  await mailer.send({ id: `${jobId}-new`, to: user.email, ...mail })
}
