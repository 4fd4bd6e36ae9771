import { escapeMarkup } from '#server/platform/escape-markup.ts'
import type { Language } from '#contract/shapes/languages.ts'
import type { SiteSettings } from '#contract/site.ts'
import type { Texts } from '#server/platform/language/texts.ts'

export interface MailContent {
  subject: string
  greeting: string
  before: string
  link: string
  after: string
}

/** The sender, and the address for replies. */
export type SiteIdentity = Pick<SiteSettings, 'siteName' | 'contactAddress'>

/** A mail as text and HTML, with the link on a separate line and the signature of the site. */
export const renderMail = (
  site: SiteIdentity,
  { language, mails: { FRAME } }: Texts,
  { subject, greeting, before, link, after }: MailContent,
) => {
  const signature = mailSignature(site)
  return {
    subject,
    text: `${greeting}\n\n${before}\n\n${link}\n\n${after}\n\n${signature.join('\n')}\n`,
    html: `${mailHead(language, subject)}
<p>${escapeMarkup(greeting)}</p><p>${escapeMarkup(before)}</p>
<p><a href="${escapeMarkup(link)}" style="display:inline-block;padding:14px 24px;background:#2430c4;color:#fff;font:600 16px sans-serif;text-decoration:none">${escapeMarkup(FRAME.button)}</a></p>
<p style="word-break:break-all">${escapeMarkup(link)}</p><p>${escapeMarkup(after)}</p><p>${signature.map(escapeMarkup).join('<br>')}</p></body></html>`,
  }
}

/** What the HTML of each mail begins with. */
export const mailHead = ({ tag, direction }: Language, subject: string) =>
  `<!doctype html><html lang="${tag}"${direction === 'rtl' ? ' dir="rtl"' : ''}><meta charset="utf-8"><title>${escapeMarkup(subject)}</title>
<body style="margin:0;padding:32px;background:#fbfaf7;color:#14151c;font:17px/1.55 Georgia,serif">`

/** The lines at the end of each mail. */
export const mailSignature = ({ siteName, contactAddress }: SiteIdentity) => [siteName, contactAddress].filter(Boolean)
