import { codePoint } from 'dingbat-to-unicode'

/** Fonts of signs, whose letters are no letters. */
const SYMBOL_FONT = /^(?:symbol|wingdings(?: [23])?|webdings)$/i
const PRIVATE = 0xf000

/** A character of a font of signs in Unicode; undefined where that has none. The code may be moved to private characters. */
export const symbolOf = (code: number, font: string): string | undefined => {
  const own = code >= PRIVATE && code <= PRIVATE + 0xff ? code - PRIVATE : code
  const sign = codePoint(font, own)?.string
  return sign && (COMMON.get(sign) ?? sign)
}

/** Signs that few fonts have, and those that say the same. */
const COMMON: ReadonlyMap<string, string> = new Map([
  ['🞎', '☐'],
  ['🞏', '☐'],
  ['🗹', '☑'],
  ['🗷', '☒'],
  ['⮽', '☒'],
  ['⌧', '☒'],
  ['🗸', '✓'],
  ['🗵', '✗'],
  ['🗶', '✗'],
  ['⮚', '➢'],
])

const BOXES = new Set('☐☑☒□▢❏❐❑❒■✓✔✗✘')

/** The sign of an item of a list of tasks, of which readers have to see what is done; undefined for any other. */
export const boxOf = (sign: string): string | undefined => (BOXES.has(sign) ? sign : undefined)

/** A text in a font, in Unicode where that font is one of signs. LibreOffice may number the names of fonts. */
export const symbolIn = (text: string, name: string | undefined): string => {
  const font = name?.replace(/(?<=[^\s\d])\d+$/, '')
  if (font === undefined || !SYMBOL_FONT.test(font)) return text
  return [...text]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0
      // Other programs write the signs of Unicode and name this font.
      if (code > 0xff && (code < PRIVATE || code > PRIVATE + 0xff)) return char
      return char.trim() === '' ? char : (symbolOf(code, NAMES.get(font.toLowerCase()) ?? font) ?? char)
    })
    .join('')
}

const NAMES: ReadonlyMap<string, string> = new Map(
  ['Symbol', 'Wingdings', 'Wingdings 2', 'Wingdings 3', 'Webdings'].map((name) => [name.toLowerCase(), name]),
)
