/** What XML can not hold, also escaped. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A text as XML holds it, in an element or an attribute; what XML can not hold is left out. */
export const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(IMPOSSIBLE, '')
    .replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')

type Attributes = Record<string, string | number | undefined>

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('')

/** An element with a text. */
export const element = (name: string, text: string, attributes: Attributes = {}) =>
  `<${name}${attributesOf(attributes)}>${escaped(text)}</${name}>`

export const emptyElement = (name: string, attributes: Attributes) => `<${name}${attributesOf(attributes)}/>`

export const link = (rel: string, type: string, href: string, attributes: Attributes = {}) =>
  emptyElement('link', { rel, type, href, ...attributes })
