import type { Book } from '#contract/books.ts'
import { UNSUBSCRIBE_PAGE } from '#contract/weekly.ts'
import { type SiteIdentity, escaped, mailSignature } from '#server/accounts/mail-template.ts'
import { noticesAsHtml, noticesAsText } from '#server/notices/notice-texts.ts'
import type { NoticeRow } from '#server/notices/shown-notices.ts'
import type { WeeklyBooks } from './weekly-books.ts'

const SUBJECT = 'New on the shelf this week'
const NEW = 'New this week'
const LOVED = 'Most loved'
const NOTICES = 'What you follow, and your books'
const WHY =
  'You get this mail because you asked for it on your profile. To stop it, open this page and press the button:'

interface Reader {
  username: string
  unsubscribeToken: string
}

/** One person's weekly mail, with the headers for one-click unsubscription (RFC 8058). */
export const renderWeeklyMail = (
  site: SiteIdentity & { url: string },
  { fresh, loved, notices }: WeeklyBooks & { notices: NoticeRow[] },
  { username, unsubscribeToken }: Reader,
) => {
  const { url } = site
  const signature = mailSignature(site)
  const unsubscribeUrl = `${url}${UNSUBSCRIBE_PAGE}?token=${unsubscribeToken}`
  const shelves = [
    { title: NEW, books: fresh },
    { title: LOVED, books: loved },
  ].filter(({ books }) => books.length > 0)
  const linkOf = ({ _id }: Book) => `${url}/books/${_id}`
  const greeting = `Hello ${username},`
  return {
    subject: SUBJECT,
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    text: [
      greeting,
      ...(notices.length > 0 ? [NOTICES, ...noticesAsText(url, notices)] : []),
      ...shelves.flatMap(({ title, books }) => [title, ...books.map((book) => `${bookLine(book)}\n${linkOf(book)}`)]),
      WHY,
      unsubscribeUrl,
      `${signature.join('\n')}\n`,
    ].join('\n\n'),
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${SUBJECT}</title>
<body style="margin:0;padding:32px;background:#fbfaf7;color:#14151c;font:17px/1.55 Georgia,serif">
<p>${escaped(greeting)}</p>
${notices.length > 0 ? `<h2 style="margin:32px 0 8px;font-size:21px">${NOTICES}</h2>\n${noticesAsHtml(url, notices)}\n` : ''}${shelves.map(({ title, books }) => `<h2 style="margin:32px 0 8px;font-size:21px">${title}</h2>\n${listOf(books, linkOf)}`).join('\n')}
<p style="margin-top:32px">${WHY}</p>
<p style="word-break:break-all"><a href="${escaped(unsubscribeUrl)}" style="color:#2430c4">${escaped(unsubscribeUrl)}</a></p>
<p>${signature.map(escaped).join('<br>')}</p></body></html>`,
  }
}

const bookLine = ({ title, author }: Book) => `${title}, by ${author}`

const listOf = (books: Book[], linkOf: (book: Book) => string) =>
  `<ul style="margin:0;padding:0;list-style:none">${books
    .map(
      (book) => `<li dir="auto" style="padding:10px 0;border-top:1px solid #14151c">
<a href="${escaped(linkOf(book))}" style="color:#2430c4;font-weight:bold">${escaped(book.title)}</a><br>
<i>${escaped(book.author)}</i></li>`,
    )
    .join('\n')}</ul>`
