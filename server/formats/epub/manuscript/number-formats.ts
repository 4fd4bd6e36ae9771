const toLetters = (value: number): string => {
  // After z come aa, bb, cc.
  const letter = String.fromCodePoint(97 + ((value - 1) % 26))
  return letter.repeat(Math.ceil(value / 26))
}

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

/** Values by size, largest first, of scripts whose numbers are sums. */
const sumOf = (value: number, sizes: readonly (readonly [number, string])[]): string => {
  let rest = value
  return sizes
    .map(([size, letters]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return letters.repeat(count)
    })
    .join('')
}

/** 15 and 16 are written as 9 + 6 and 9 + 7: the plain sums are letters of the name of God. */
const HEBREW = [
  ...[...'תשרק'].map((letter, at) => [400 - at * 100, letter] as const),
  [16, 'טז'] as const,
  [15, 'טו'] as const,
  ...[...'צפעסנמלכי'].map((letter, at) => [90 - at * 10, letter] as const),
  ...[...'טחזוהדגבא'].map((letter, at) => [9 - at, letter] as const),
].toSorted(([one], [other]) => other - one)

const toHebrew = (value: number): string => {
  const tens = value % 100
  return (
    sumOf(value - tens, HEBREW) +
    (tens === 15 || tens === 16
      ? sumOf(tens, HEBREW)
      : sumOf(
          tens,
          HEBREW.filter(([size]) => size !== 15 && size !== 16),
        ))
  )
}

const fromLetters = (letters: string) => {
  const all = [...letters]
  return (value: number) => all[(value - 1) % all.length]?.repeat(Math.ceil(value / all.length)) ?? ''
}
const RUSSIAN = fromLetters('абвгдежзиклмнопрстуфхцчшщэюя')
const HEBREW_LETTERS = fromLetters('אבגדהוזחטיכלמנסעפצקרשת')

const ONES = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
const ORDINALS: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth' },
}

const toWords = (value: number): string => {
  if (value < 20) return ONES[value - 1] ?? ''
  const one = value % 10 === 0 ? '' : `-${ONES[(value % 10) - 1]}`
  return `${TENS[Math.floor(value / 10) - 2]}${one}`
}

const toOrdinalWords = (value: number): string =>
  toWords(value).replace(/[a-z]+$/, (last) => ORDINALS[last] ?? `${last.replace(/y$/, 'ie')}th`)

const toOrdinal = (value: number): string => {
  const isTeen = Math.floor((value % 100) / 10) === 1
  return `${value}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Letters and Roman numbers are written of small numbers alone. */
const MAX_WRITTEN = 3999
const MAX_LETTERS = 26 * 4
const MAX_WORDS = 99

const within = (max: number, write: (value: number) => string) => (value: number) =>
  value >= 1 && value <= max ? write(value) : undefined

const FORMATS: Readonly<Record<string, (value: number) => string | undefined>> = {
  none: () => '',
  bullet: () => '',
  decimal: String,
  decimalZero: (value) => String(value).padStart(2, '0'),
  decimalFullWidth: (value) => String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  numberInDash: (value) => `- ${value} -`,
  decimalEnclosedCircle: within(20, (value) => String.fromCodePoint(0x245f + value)),
  lowerLetter: within(MAX_LETTERS, toLetters),
  upperLetter: within(MAX_LETTERS, (value) => toLetters(value).toUpperCase()),
  lowerRoman: within(MAX_WRITTEN, (value) => sumOf(value, ROMAN)),
  upperRoman: within(MAX_WRITTEN, (value) => sumOf(value, ROMAN).toUpperCase()),
  ordinal: within(MAX_WRITTEN, toOrdinal),
  cardinalText: within(MAX_WORDS, (value) => capital(toWords(value))),
  ordinalText: within(MAX_WORDS, (value) => capital(toOrdinalWords(value))),
  russianLower: within(MAX_LETTERS, RUSSIAN),
  russianUpper: within(MAX_LETTERS, (value) => RUSSIAN(value).toUpperCase()),
  hebrew1: within(499, toHebrew),
  hebrew2: within(MAX_LETTERS, HEBREW_LETTERS),
}

/**
 * A number as a Word file says that it is written, in words as English has them; undefined for a format that is not known
 * or has no such number.
 */
export const numberIn = (format: string, value: number): string | undefined =>
  Object.hasOwn(FORMATS, format) ? FORMATS[format]?.(value) : undefined
