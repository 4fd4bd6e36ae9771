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

const KATAKANA = fromLetters(
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
)
const IROHA = fromLetters(
  'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
)
const SYLLABLES = fromLetters('가나다라마바사아자차카타파하')
const CONSONANTS = fromLetters('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ')
const ARABIC = fromLetters('أبتثجحخدذرزسشصضطظعغفقكلمنهوي')
const ABJAD = fromLetters('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ')
const THAI = fromLetters('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ')
const STEMS = fromLetters('甲乙丙丁戊己庚辛壬癸')
const BRANCHES = fromLetters('子丑寅卯辰巳午未申酉戌亥')
const SIGNS = fromLetters('*†‡§')

/** Digit by digit, from that of 0. */
const fromDigits = (digits: string) => {
  const all = [...digits]
  return (value: number) => [...String(value)].map((digit) => all[Number(digit)] ?? '').join('')
}

interface Counted {
  /** From 0 to 9. */
  digits: string
  /** Ten, hundred and thousand. */
  sizes: string
  /** Whether a gap between two sizes is filled with a zero. */
  hasZero?: boolean
  /** The sizes from which a 1 is written before them: 10 where it always is. */
  oneFrom: number
}

/** As it is said in Chinese, Japanese and Korean: 2, hundred, 3, ten, 1. */
const toCounted = ({ digits, sizes, hasZero = false, oneFrom }: Counted) => {
  const [all, names] = [[...digits], [...sizes]]
  return (value: number): string => {
    let written = ''
    let isGap = false
    for (let power = String(value).length - 1; power >= 0; power -= 1) {
      const digit = Math.floor(value / 10 ** power) % 10
      if (digit === 0) {
        isGap = written !== ''
        continue
      }
      if (isGap && hasZero) written += all[0] ?? ''
      isGap = false
      // Within a larger number, Chinese says the 1 of ten.
      const saysOne = power === 0 || 10 ** power >= oneFrom || (hasZero && written !== '')
      written += (digit > 1 || saysOne ? (all[digit] ?? '') : '') + (power === 0 ? '' : (names[power - 1] ?? ''))
    }
    return written
  }
}

const CHINESE = toCounted({ digits: '零一二三四五六七八九', sizes: '十百千', hasZero: true, oneFrom: 100 })
const CHINESE_DIGITS = fromDigits('〇一二三四五六七八九')
/** Beyond 99 by its digits. */
const toChineseShort = (value: number) => (value < 100 ? CHINESE(value) : CHINESE_DIGITS(value))
const JAPANESE = toCounted({ digits: '〇一二三四五六七八九', sizes: '十百千', oneFrom: 10_000 })
const KOREAN = toCounted({ digits: '영일이삼사오육칠팔구', sizes: '십백천', oneFrom: 10_000 })
const LEGAL = { hasZero: true, oneFrom: 10 }

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
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
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
const MAX_COUNTED = 9999

const within = (max: number, write: (value: number) => string) => (value: number) =>
  value >= 1 && value <= max ? write(value) : undefined

const FORMATS: Readonly<Record<string, (value: number) => string | undefined>> = {
  none: () => '',
  bullet: () => '',
  decimal: String,
  decimalZero: (value) => String(value).padStart(2, '0'),
  decimalFullWidth: fromDigits('０１２３４５６７８９'),
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
  decimalFullWidth2: fromDigits('０１２３４５６７８９'),
  decimalHalfWidth: String,
  decimalEnclosedCircleChinese: within(20, (value) => String.fromCodePoint(0x245f + value)),
  decimalEnclosedParen: within(20, (value) => String.fromCodePoint(0x2473 + value)),
  decimalEnclosedFullstop: within(20, (value) => String.fromCodePoint(0x2487 + value)),
  ideographEnclosedCircle: within(10, (value) => String.fromCodePoint(0x327f + value)),
  chineseCounting: within(MAX_COUNTED, toChineseShort),
  chineseCountingThousand: within(MAX_COUNTED, CHINESE),
  taiwaneseCounting: within(MAX_COUNTED, toChineseShort),
  taiwaneseCountingThousand: within(MAX_COUNTED, CHINESE),
  japaneseCounting: within(MAX_COUNTED, JAPANESE),
  koreanCounting: within(MAX_COUNTED, KOREAN),
  chineseLegalSimplified: within(MAX_COUNTED, toCounted({ digits: '零壹贰叁肆伍陆柒捌玖', sizes: '拾佰仟', ...LEGAL })),
  ideographLegalTraditional: within(
    MAX_COUNTED,
    toCounted({ digits: '零壹貳參肆伍陸柒捌玖', sizes: '拾佰仟', ...LEGAL }),
  ),
  japaneseLegal: within(MAX_COUNTED, toCounted({ digits: '〇壱弐参四伍六七八九', sizes: '拾百阡', oneFrom: 10 })),
  ideographDigital: CHINESE_DIGITS,
  japaneseDigitalTenThousand: CHINESE_DIGITS,
  taiwaneseDigital: CHINESE_DIGITS,
  koreanDigital: fromDigits('영일이삼사오육칠팔구'),
  koreanDigital2: fromDigits('零一二三四五六七八九'),
  ideographTraditional: within(10, STEMS),
  ideographZodiac: within(12, BRANCHES),
  aiueo: within(MAX_LETTERS, KATAKANA),
  aiueoFullWidth: within(MAX_LETTERS, KATAKANA),
  iroha: within(MAX_LETTERS, IROHA),
  irohaFullWidth: within(MAX_LETTERS, IROHA),
  ganada: within(MAX_LETTERS, SYLLABLES),
  chosung: within(MAX_LETTERS, CONSONANTS),
  arabicAlpha: within(MAX_LETTERS, ARABIC),
  arabicAbjad: within(MAX_LETTERS, ABJAD),
  hindiNumbers: fromDigits('०१२३४५६७८९'),
  thaiNumbers: fromDigits('๐๑๒๓๔๕๖๗๘๙'),
  thaiLetters: within(MAX_LETTERS, THAI),
  hex: (value) => value.toString(16).toUpperCase(),
  chicago: within(MAX_LETTERS, SIGNS),
}

/**
 * A number as a Word file says that it is written, in words as English has them; undefined for a format that is not known
 * or has no such number.
 */
export const numberIn = (format: string, value: number): string | undefined => {
  if (/^\p{Nd}$/u.test(format)) return inDigitsOf(format, value)
  if (/^0+1$/.test(format)) return String(value).padStart(format.length, '0')
  return Object.hasOwn(FORMATS, format) ? FORMATS[format]?.(value) : undefined
}

/** In the digits of a script, of which one is given. */
const inDigitsOf = (one: string, value: number): string => {
  const zero = (one.codePointAt(0) ?? 0) - 1
  return String(value).replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

/** The format of a list of the numbers that it begins with, such as `甲, 乙, 丙, ...`; undefined for one that is not known. */
export const formatOfNumbers = (list: string): string | undefined => {
  const first = list.split(/,\s*/).slice(0, 3)
  if (first.length < 3) return undefined
  const [one = '', two, three] = first
  if (/^\p{Nd}$/u.test(one) && inDigitsOf(one, 2) === two && inDigitsOf(one, 3) === three) return one
  const startingSo = (write: (number: string) => string) =>
    Object.keys(FORMATS).find((format) =>
      first.every((number, at) => write(numberIn(format, at + 1) ?? '') === write(number)),
    )
  // Letters of half the width are of the format of the others.
  return startingSo((number) => number) ?? startingSo((number) => number.normalize('NFKC'))
}

/** Whether a format writes words, which are known in English alone. */
export const isInWords = (format: string): boolean => ['ordinal', 'cardinalText', 'ordinalText'].includes(format)
