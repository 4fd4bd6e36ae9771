import { type CountedField, readCounted } from './word-counts.ts'

/** What a field of a Word file stands for. Text that it shows last stays, unless it is a table of contents. */
export type Field =
  /** `quotes` is the mark whose words it shows. */
  | { kind: 'link'; href: string; quotes?: string }
  | { kind: 'loads' | 'contents' | 'placeholder' | 'other' }
  /** What is shown where the field holds no text, and where it leads. */
  | { kind: 'written'; parts: FieldPart[]; href?: string }
  | CountedField

export type FieldPart = { text: string; font?: string } | { base: string; reading: string }

const LOADING = /^(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|DDE|DDEAUTO|LINK|DATABASE|EMBED)$/
/** Words of an instruction: quoted, switches, or bare. In quotes, a backslash stands before a quote or a backslash. */
const WORD = /"((?:[^"\\]|\\.)*)"?|\\([a-z*#@!])(?=\s|"|$)|(\S+)/gi

/** The switches of a link with a value: a place in the target, a tip, a window and a picture. */
const WITH_VALUE = new Set(['l', 'o', 't', 'm', 's'])

const LOOKS_STAY = /^(?:merge|char)format(?:inet)?$/i

interface Instruction {
  name: string
  values: string[]
  switches: Map<string, string>
}

const parse = (instruction: string): Instruction => {
  const found = [...instruction.matchAll(WORD)]
  const all = found.map(([, quoted, flag, bare]) =>
    flag === undefined
      ? { value: quoted === undefined ? (bare ?? '') : unescape(quoted) }
      : { flag: flag.toLowerCase() },
  )
  const name = (all[0]?.value ?? '').toUpperCase()
  const values: string[] = []
  const switches = new Map<string, string>()
  for (let at = 1; at < all.length; at += 1) {
    const { flag, value = '' } = all[at] ?? {}
    const next = all[at + 1]
    if (flag === undefined) values.push(value)
    else if ((WITH_VALUE.has(flag) || name === 'SYMBOL' || flag === '*') && next?.value !== undefined) {
      // `\m` and `\n` have no value before another one. That its looks stay says nothing of a number.
      if (!LOOKS_STAY.test(next.value)) switches.set(flag, next.value)
      at += 1
    } else switches.set(flag, '')
  }
  return { name, values, switches }
}

const unescape = (quoted: string) => quoted.replace(/\\(["\\])/g, '$1')

/** Reads the instruction of a field, such as `HYPERLINK "https://example.org" \l "part"`. */
export const readField = (instruction: string): Field => {
  const { name, values, switches } = parse(instruction)
  const first = values[0] ?? ''
  if (LOADING.test(name)) return { kind: 'loads' }
  if (name === 'TOC') return { kind: 'contents' }
  if (name === 'HYPERLINK') {
    const anchor = switches.get('l')
    const href = anchor ? `${first}#${anchor}` : first
    return href === '' ? { kind: 'other' } : { kind: 'link', href }
  }
  if ((name === 'REF' || name === 'PAGEREF' || name === 'NOTEREF') && switches.has('h') && first !== '')
    return { kind: 'link', href: `#${first}`, ...(name === 'REF' && { quotes: first }) }
  if (name === 'SYMBOL') return { kind: 'written', parts: symbolOf(first, switches) }
  if (name === 'EQ') return { kind: 'written', parts: readEquation(instruction.replace(/^\s*eq\b/i, '')) }
  if (name === 'QUOTE') return { kind: 'written', parts: [{ text: values.join(' ') }] }
  if (name === 'MACROBUTTON' && /^nomacro$/i.test(first)) return { kind: 'placeholder' }
  // MathType numbers its equations so, and refers to them.
  if (name === 'MACROBUTTON') return { kind: 'written', parts: wordsOfButton(instruction) }
  if (name === 'GOTOBUTTON' && first !== '')
    return { kind: 'written', parts: wordsOfButton(instruction), href: `#${first}` }
  return readCounted(name, values, switches) ?? { kind: 'other' }
}

/** What stands behind the name of a button and what it does. */
const wordsOfButton = (instruction: string): FieldPart[] => [
  {
    text: instruction
      .replace(/^\s*\S+\s+\S+/, '')
      .replace(/\\\*\s+\S+/g, '')
      .trim(),
  },
]

/** The code of a character, decimal or as `0x61`, or the character. */
const symbolOf = (code: string, switches: ReadonlyMap<string, string>): FieldPart[] => {
  if (code === '') return []
  const number = /^(?:0x[\da-f]+|\d+)$/i.test(code) ? Number(code) : code.codePointAt(0)
  if (number === undefined || number > 0x10ffff || (number >= 0xd800 && number < 0xe000)) return []
  const font = switches.get('f')
  const isAnsi = !switches.has('u') && number >= 0x80 && number <= 0xff && font === undefined
  const text = isAnsi ? new TextDecoder('windows-1252').decode(Uint8Array.of(number)) : String.fromCodePoint(number)
  return [{ text, ...(font !== undefined && { font }) }]
}

/** Letters in circles and squares that are signs of their own. */
const ENCLOSED = [
  { sign: /^[○〇◯]$/, first: 0x2460, names: Array.from({ length: 20 }, (_, at) => String(at + 1)) },
] as const

/**
 * The words of an `EQ` field as the East Asian editions of Word write them: readings above words (`\o\ad(\s\up 9(かん),漢)`),
 * letters in circles (`\o\ac(○,3)`), and of any other the words in its brackets.
 */
const readEquation = (instruction: string): FieldPart[] => {
  const text = instruction.replace(/\\\*\s+(?:"[^"]*"|\S+)/g, '').trim()
  const ruby = /^\\o\s*\\a[a-z]\s*\(\s*\\s\s*\\up\s*\d+\s*\(([^()]*)\)\s*[,;]\s*([^()]*)\)$/i.exec(text)
  if (ruby) return [{ base: (ruby[2] ?? '').trim(), reading: (ruby[1] ?? '').trim() }]
  const circled = /^\\o\s*\\ac\s*\(\s*([^(),;]+)\s*[,;]\s*([^()]+)\)$/i.exec(text)
  if (circled) {
    const [, sign = '', inside = ''] = circled.map((part) => part.trim())
    const known = ENCLOSED.find((one) => one.sign.test(sign))
    const at = known?.names.indexOf(inside) ?? -1
    return [
      {
        text:
          known && at >= 0
            ? String.fromCodePoint(known.first + at)
            : sign === '' || known
              ? `(${inside})`
              : sign + inside,
      },
    ]
  }
  const fraction = /^\\f\s*\(([^(),;]*)[,;]([^(),;]*)\)$/i.exec(text)
  if (fraction) return [{ text: `${(fraction[1] ?? '').trim()}/${(fraction[2] ?? '').trim()}` }]
  const words = text
    .replace(/\\[a-z]+\s*-?\d*/gi, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/[(),;]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words === '' ? [] : [{ text: words }]
}
