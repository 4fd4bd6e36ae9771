import { HTML_ENTITIES } from './html-entities.ts'

const BLOCK = /<\/?(?:p|div|br|li|ul|ol|h[1-6]|blockquote)\b[^<>]*>/gi
/** With what is in them; to the end where one does not end. */
const UNSEEN = /<(style|script)\b[^<>]*>(?:[^<]|<(?!\/\1))*(?:<\/\1\s*>)?/gi
/** Far more than any description, whose markup goes. */
const MAX_SOURCE = 200_000
const ENTITIES = new Map(Object.entries({ ...HTML_ENTITIES, amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** A description, which is often HTML, as plain text: a line for each paragraph, and of plain text its blank lines as well. */
export const plainText = (html: string, max: number): string => {
  // The lines of HTML's source mean nothing.
  const isHtml = /<[a-z]/i.test(html)
  const between = isHtml ? /[\p{Cc}\s]+/gu : /[^\P{Cc}\n]+|[^\S\n]+/gu
  const text = html
    .slice(0, MAX_SOURCE)
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(between, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(BLOCK, '\n')
    .replace(/<[a-z/!?][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,10}));/gi, (all, decimal, hex, name) =>
      name === undefined ? character(Number(decimal ?? `0x${hex}`)) : (ENTITIES.get(name) ?? all),
    )
    .replace(/• [\n ]+(?=[^•\n ])/g, '• ')
    .replace(/ *\n[\n ]*/g, (lines) => (!isHtml && lines.split('\n').length > 2 ? '\n\n' : '\n'))
    .replace(/(?:^|\n)• *(?=\n|$)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  return Array.from(text).slice(0, max).join('').trim()
}

const character = (code: number): string =>
  code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
