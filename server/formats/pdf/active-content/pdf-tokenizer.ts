/** Tokenizes PDF syntax, so that strings, comments and binary data are never mistaken for names. */
export class PdfTokenizer {
  readonly bytes: Buffer
  at: number
  private stringAt = 0

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

  /** The text of the string that was read last, at most its first characters. */
  lastString(): string {
    const end = Math.min(this.at, this.stringAt + MAX_STRING)
    const source = this.bytes.toString('latin1', this.stringAt + 1, end)
    return decodeText(this.bytes[this.stringAt] === LESS ? fromHex(source) : unescape(source.replace(/\)$/, '')))
  }

  private literalString(): string {
    this.stringAt = this.at
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
    this.stringAt = this.at
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

/** The tokens that directly follow a key. */
export const valuesOf = (parts: string[], key: string): string[] => {
  const values: string[] = []
  for (let at = parts.indexOf(key); at !== -1; at = parts.indexOf(key, at + 1)) {
    const value = parts[at + 1]
    if (value !== undefined) values.push(value)
  }
  return values
}

const MAX_STRING = 8192
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\r\n': '', '\r': '', '\n': '' }

const unescape = (source: string): Buffer =>
  Buffer.from(
    source.replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_, escaped: string) =>
      /^[0-7]/.test(escaped) ? String.fromCharCode(parseInt(escaped, 8) & 255) : (ESCAPES[escaped] ?? escaped),
    ),
    'latin1',
  )

const fromHex = (source: string): Buffer => {
  const digits = source.replace(/[^\da-f]/gi, '')
  return Buffer.from(digits.padEnd(digits.length + (digits.length % 2), '0'), 'hex')
}

/** UTF-16 where the string begins with its byte order mark, else bytes: addresses and file names begin with ASCII. */
const decodeText = (bytes: Buffer): string => {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le')
  return bytes.toString('latin1').replace(/^ï»¿/, '')
}

const [LF, CR, PERCENT, OPEN_PAREN, CLOSE_PAREN] = [10, 13, 37, 40, 41]
const [SLASH, LESS, GREATER, BACKSLASH] = [47, 60, 62, 92]
const [REGULAR, SPACE, DELIMITER] = [0, 1, 2]

const CLASS = new Uint8Array(256)
for (const space of [0, 9, 10, 12, 13, 32]) CLASS[space] = SPACE
for (const delimiter of Buffer.from('()<>[]{}/%')) CLASS[delimiter] = DELIMITER
