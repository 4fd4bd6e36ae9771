const BYTE_ORDER_MARK = '\u{FEFF}'

/** RFC 4180, with the mark by which Excel knows UTF-8. */
export const csv = (rows: readonly string[][]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** A cell that a spreadsheet would calculate begins with an apostrophe. */
const cell = (text: string) => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
