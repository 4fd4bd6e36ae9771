/** Tokenizes PDF syntax, so that strings, comments and binary data are never mistaken for names. */
export class PdfTokenizer {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  /** '/Name' (escapes resolved), '(' for any string, '<<', '>>', '[', ']', a number or a keyword; '' at the end. */
  next(): string {
    this.skipSpace()
    const byte = this.bytes[this.at]
    if (byte === undefined) return ''
    if (byte === SLASH) return this.name()
    if (byte === OPEN_PAREN) return this.literalString()
    if (byte === LESS) return this.bytes[this.at + 1] === LESS ? this.take(2) : this.hexString()
    if (byte === GREATER && this.bytes[this.at + 1] === GREATER) return this.take(2)
    return CLASS[byte] === DELIMITER ? this.take(1) : this.regular()
  }

  private skipSpace() {
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]!
      if (byte === PERCENT) this.skipComment()
      else if (CLASS[byte] !== SPACE) return
    }
  }

  private skipComment() {
    while (this.at < this.bytes.length && this.bytes[this.at] !== LF && this.bytes[this.at] !== CR) this.at += 1
  }

  private name(): string {
    this.at += 1
    return `/${this.regular().replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))}`
  }

  private literalString(): string {
    let depth = 0
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === BACKSLASH) this.at += 1
      else if (byte === OPEN_PAREN) depth += 1
      else if (byte === CLOSE_PAREN && (depth -= 1) === 0) break
    }
    this.at += 1
    return '('
  }

  private hexString(): string {
    const end = this.bytes.indexOf(GREATER, this.at)
    this.at = end === -1 ? this.bytes.length : end + 1
    return '('
  }

  private regular(): string {
    const from = this.at
    while (this.at < this.bytes.length && CLASS[this.bytes[this.at]!] === REGULAR) this.at += 1
    return this.bytes.toString('latin1', from, this.at)
  }

  private take(count: number): string {
    this.at += count
    return this.bytes.toString('latin1', this.at - count, this.at)
  }
}

/** Whether `key` is directly followed by `value` anywhere among the parts of a dictionary. */
export const follows = (parts: string[], key: string, value: string): boolean =>
  parts.some((part, at) => part === key && parts[at + 1] === value)

const [LF, CR, PERCENT, OPEN_PAREN, CLOSE_PAREN] = [10, 13, 37, 40, 41]
const [SLASH, LESS, GREATER, BACKSLASH] = [47, 60, 62, 92]
const [REGULAR, SPACE, DELIMITER] = [0, 1, 2]

const CLASS = new Uint8Array(256)
for (const space of [0, 9, 10, 12, 13, 32]) CLASS[space] = SPACE
for (const delimiter of Buffer.from('()<>[]{}/%')) CLASS[delimiter] = DELIMITER
