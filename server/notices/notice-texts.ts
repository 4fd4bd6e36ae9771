import type { NoticeKind } from '#contract/calls/notices.ts'
import { escaped } from '#server/accounts/mail-template.ts'
import type { NoticeRow } from './shown-notices.ts'

const counted = (count: number | null, one: string, many: string) =>
  count === 1 ? `One new ${one}` : `${count !== null && count > 99 ? '99+' : count} new ${many}`

/** What a mail says of a notice. */
const SENTENCES: Record<NoticeKind, (notice: NoticeRow, book: string) => string> = {
  author: ({ author }, book) => `${author} has published ${book}.`,
  series: (_notice, book) => `A series that you follow has a new book: ${book}.`,
  tag: (_notice, book) => `A new book has a tag that you follow: ${book}.`,
  genre: (_notice, book) => `A genre that you follow has a new book: ${book}.`,
  version: ({ text }, book) => `There is a new version of ${book}${text === null ? '.' : `: ${text}`}`,
  reply: ({ by }, book) => `${by ?? 'Somebody'} has written after your comment on ${book}.`,
  report: () => 'Moderators have decided on your report.',
  rated: ({ count }, book) => `${counted(count, 'rating', 'ratings')} of your book ${book}.`,
  commented: ({ count }, book) => `${counted(count, 'comment', 'comments')} on your book ${book}.`,
  premium: (_notice, book) => `Your book ${book} is premium now.`,
}

export const sentenceOf = (notice: NoticeRow): string => SENTENCES[notice.kind](notice, `“${notice.title ?? ''}”`)

/** The kinds as mails name them: 'To stop mails about …'. */
export const KIND_NAMES: Record<NoticeKind, string> = {
  author: 'new books of authors that you follow',
  series: 'new books in series that you follow',
  tag: 'new books with tags that you follow',
  genre: 'new books in genres that you follow',
  version: 'new versions of books',
  reply: 'replies to your comments',
  report: 'your reports',
  rated: 'ratings of your books',
  commented: 'comments on your books',
  premium: 'premium books of yours',
}

const pathOf = ({ bookId }: NoticeRow) => (bookId === null ? '/profile/reports' : `/books/${bookId}`)

/** The lines of notices in a mail, as text. */
export const noticesAsText = (url: string, notices: NoticeRow[]): string[] =>
  notices.map((notice) => `${sentenceOf(notice)}\n${url}${pathOf(notice)}`)

/** The same as HTML. */
export const noticesAsHtml = (url: string, notices: NoticeRow[]): string =>
  `<ul style="margin:0;padding:0;list-style:none">${notices
    .map(
      (notice) => `<li dir="auto" style="padding:10px 0;border-top:1px solid #14151c">
<a href="${escaped(url + pathOf(notice))}" style="color:#2430c4;font-weight:bold">${escaped(sentenceOf(notice))}</a></li>`,
    )
    .join('\n')}</ul>`
