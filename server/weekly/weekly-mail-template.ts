import type { Book } from '#contract/books.ts'
import { UNSUBSCRIBE_PAGE } from '#contract/weekly.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'
import { type SiteIdentity, mailHead, mailSignature } from '#server/platform/mail/mail-template.ts'
import { noticesAsHtml, noticesAsText } from '#server/notices/notice-texts.ts'
import type { NoticeRow } from '#server/notices/shown-notices.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import type { WeeklyBooks } from './weekly-books.ts'

interface Reader {
  username: string
  unsubscribeToken: string
}

/** One person's weekly mail, with the headers for one-click unsubscription (RFC 8058). */
export const renderWeeklyMail = (
  site: SiteIdentity & { url: string },
  texts: Texts,
  { fresh, loved, notices }: WeeklyBooks & { notices: NoticeRow[] },
  { username, unsubscribeToken }: Reader,
) => {
  const { url } = site
  const { FRAME, WEEKLY } = texts.mails
  const signature = mailSignature(site)
  const unsubscribeUrl = `${url}${UNSUBSCRIBE_PAGE}?token=${unsubscribeToken}`
  const shelves = [
    { title: WEEKLY.fresh, books: fresh },
    { title: WEEKLY.loved, books: loved },
  ].filter(({ books }) => books.length > 0)
  const linkOf = ({ _id }: Book) => `${url}/books/${_id}`
  const greeting = FRAME.greeting({ name: username })
  return {
    subject: WEEKLY.subject,
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    text: [
      greeting,
      ...(notices.length > 0 ? [WEEKLY.notices, ...noticesAsText(url, texts, notices)] : []),
      ...shelves.flatMap(({ title, books }) => [
        title,
        ...books.map((book) => `${WEEKLY.book(book)}\n${linkOf(book)}`),
      ]),
      WEEKLY.why,
      unsubscribeUrl,
      `${signature.join('\n')}\n`,
    ].join('\n\n'),
    html: `${mailHead(texts.language, WEEKLY.subject)}
<p>${escapeMarkup(greeting)}</p>
${notices.length > 0 ? `<h2 style="margin:32px 0 8px;font-size:21px">${escapeMarkup(WEEKLY.notices)}</h2>\n${noticesAsHtml(url, texts, notices)}\n` : ''}${shelves.map(({ title, books }) => `<h2 style="margin:32px 0 8px;font-size:21px">${escapeMarkup(title)}</h2>\n${listOf(books, linkOf)}`).join('\n')}
<p style="margin-top:32px">${escapeMarkup(WEEKLY.why)}</p>
<p style="word-break:break-all"><a href="${escapeMarkup(unsubscribeUrl)}" style="color:#2430c4">${escapeMarkup(unsubscribeUrl)}</a></p>
<p>${signature.map(escapeMarkup).join('<br>')}</p></body></html>`,
  }
}

const listOf = (books: Book[], linkOf: (book: Book) => string) =>
  `<ul style="margin:0;padding:0;list-style:none">${books
    .map(
      (book) => `<li dir="auto" style="padding:10px 0;border-top:1px solid #14151c">
<a href="${escapeMarkup(linkOf(book))}" style="color:#2430c4;font-weight:bold">${escapeMarkup(book.title)}</a><br>
<i>${escapeMarkup(book.author)}</i></li>`,
    )
    .join('\n')}</ul>`
