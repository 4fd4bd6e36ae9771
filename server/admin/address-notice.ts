import type { Database } from '#server/platform/database/connect.ts'
import { renderMail } from '#server/accounts/mail-template.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'

export const ADDRESS_NOTICE_JOB = 'address-notice-mail'

interface Notice {
  userId: string
  formerEmail: string
}

export const queueAddressNotice = async (
  { jobs }: Services,
  trx: Database,
  { userId, formerEmail }: Notice,
): Promise<void> => {
  await jobs.enqueue(trx, ADDRESS_NOTICE_JOB, { userId, formerEmail })
}

/** Tells both addresses, so that whoever did not want it hears of it. */
export const sendAddressNotice = async (
  { db, mailer, settings }: Services,
  { userId, formerEmail }: Notice,
  jobId: string,
) => {
  const user = await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()
  if (!user?.email) return
  const words = renderMail(await readSiteSettings({ db }), {
    subject: 'The email address of your account was changed',
    greeting: `Hello ${user.username},`,
    before:
      'an administrator has changed the email address of your account. From now on you log in here with the new one:',
    link: `${settings.publicUrl}/auth`,
    after: 'If you did not ask for this, write to whoever runs this library.',
  })
  await mailer.send({ id: `${jobId}-former`, to: formerEmail, ...words })
  await mailer.send({ id: `${jobId}-new`, to: user.email, ...words })
}
