const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** XML holds no other control characters, not even escaped, and a browser shows nothing of a document that has one. */
const escape = (char: string) => ESCAPES[char] ?? ''

/** A carriage return would be read as a line feed. */
export const escapeText = (text: string): string => text.replace(/[&<>\r\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, escape)

export const attribute = (name: string, value: string): string =>
  ` ${name}="${value.replace(/[&<>"\0-\x1f\ufffe\uffff]/g, escape)}"`

/** Writes elements without prefixes: a namespace is declared where it begins. */
export const createXmlWriter = () => {
  let out = ''
  const open: { name: string; namespace: string }[] = []
  let isTagOpen = false
  const endTag = () => {
    if (isTagOpen) out += '>'
    isTagOpen = false
  }
  return {
    /** `attributes` as `attribute` writes them. */
    open: (namespace: string, name: string, attributes: string) => {
      endTag()
      const declared = open.at(-1)?.namespace === namespace ? '' : attribute('xmlns', namespace)
      out += `<${name}${declared}${attributes}`
      open.push({ name, namespace })
      isTagOpen = true
    },
    close: () => {
      const name = open.pop()?.name
      out += isTagOpen ? '/>' : `</${name}>`
      isTagOpen = false
    },
    text: (text: string) => {
      endTag()
      out += escapeText(text)
    },
    closeAll() {
      while (open.length > 0) this.close()
    },
    end: () => out,
  }
}
