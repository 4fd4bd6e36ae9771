import type { Texts } from '#server/platform/language/texts.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'

interface Notice {
  subject: string
  before: string
  /** The page that the mail links to. */
  path: string
  after: string
}

/** Sends a mail to the owner of an account, unless the account has no address. `write` gets the texts in its language and the name of the site. */
export const mailOwner = async (
  { db, mailer, siteUrl }: Services,
  { userId, jobId }: { userId: string; jobId: string },
  write: (texts: Texts, siteName: string) => Notice,
): Promise<void> => {
  const user = await db
    .selectFrom('users')
    .select(['email', 'username', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.email) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, user.language)
  const { path, ...content } = write(texts, site.siteName)
  const greeting = texts.mails.FRAME.greeting({ name: user.username })
  const link = siteUrl.current() + path
  await mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(site, texts, { greeting, link, ...content }),
  })
}
