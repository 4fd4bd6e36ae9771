import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { renderMail } from './mail-template.ts'

interface Notice {
  subject: string
  before: string
  /** The page that the mail links to. */
  path: string
  after: string
}

/** Sends a mail to the owner of an account, unless the account has no address. `write` gets the name of the site. */
export const mailOwner = async (
  { db, mailer, siteUrl }: Services,
  { userId, jobId }: { userId: string; jobId: string },
  write: (siteName: string) => Notice,
): Promise<void> => {
  const user = await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()
  if (!user?.email) return
  const site = await readSiteSettings({ db })
  const { path, ...content } = write(site.siteName)
  const link = siteUrl.current() + path
  await mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(site, { greeting: `Hello ${user.username},`, link, ...content }),
  })
}
