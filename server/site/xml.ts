import { escapeMarkup } from '#server/platform/escape-markup.ts'

type Attributes = Record<string, string | number | undefined>

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeMarkup(String(value))}"`))
    .join('')

/** An element with a text. */
export const element = (name: string, text: string, attributes: Attributes = {}) =>
  `<${name}${attributesOf(attributes)}>${escapeMarkup(text)}</${name}>`

export const emptyElement = (name: string, attributes: Attributes) => `<${name}${attributesOf(attributes)}/>`

export const link = (rel: string, type: string, href: string, attributes: Attributes = {}) =>
  emptyElement('link', { rel, type, href, ...attributes })
