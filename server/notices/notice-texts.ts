import { escapeMarkup } from '#server/platform/escape-markup.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import type { NoticeRow } from './shown-notices.ts'

/** What a mail says of a notice. */
export const sentenceOf = ({ mails: { NOTICES } }: Texts, notice: NoticeRow): string => {
  const { kind, author, text, by, title } = notice
  const book = NOTICES.quoted({ title: title ?? '' })
  const count = notice.count ?? 0
  const counted = { count, shown: count > 99 ? '99+' : String(notice.count), book }
  switch (kind) {
    case 'author':
      return NOTICES.author({ author: String(author), book })
    case 'version':
      return text === null ? NOTICES.version({ book }) : NOTICES.versionWith({ book, words: text })
    case 'reply':
      return NOTICES.reply({ by: by ?? NOTICES.somebody, book })
    case 'report':
      return NOTICES.report
    case 'rated':
      return NOTICES.rated(counted)
    case 'commented':
      return NOTICES.commented(counted)
    default:
      return NOTICES[kind]({ book })
  }
}

const pathOf = ({ bookId }: NoticeRow) => (bookId === null ? '/profile/reports' : `/books/${bookId}`)

/** The lines of notices in a mail, as text. */
export const noticesAsText = (url: string, texts: Texts, notices: NoticeRow[]): string[] =>
  notices.map((notice) => `${sentenceOf(texts, notice)}\n${url}${pathOf(notice)}`)

/** The same as HTML. */
export const noticesAsHtml = (url: string, texts: Texts, notices: NoticeRow[]): string =>
  `<ul style="margin:0;padding:0;list-style:none">${notices
    .map(
      (notice) => `<li dir="auto" style="padding:10px 0;border-top:1px solid #14151c">
<a href="${escapeMarkup(url + pathOf(notice))}" style="color:#2430c4;font-weight:bold">${escapeMarkup(sentenceOf(texts, notice))}</a></li>`,
    )
    .join('\n')}</ul>`
