/** The first letter of each row of Unicode's mathematical letters: capitals and small ones, of Greek likewise, and digits. */
const ROWS: Readonly<Record<string, readonly [latin: number, greek?: number, digits?: number]>> = {
  bold: [0x1d400, 0x1d6a8, 0x1d7ce],
  italic: [0x1d434, 0x1d6e2],
  'bold-italic': [0x1d468, 0x1d71c],
  script: [0x1d49c],
  'bold-script': [0x1d4d0],
  fraktur: [0x1d504],
  'double-struck': [0x1d538, undefined, 0x1d7d8],
  'bold-fraktur': [0x1d56c],
  'sans-serif': [0x1d5a0, undefined, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d756, 0x1d7ec],
  'sans-serif-italic': [0x1d608],
  'sans-serif-bold-italic': [0x1d63c, 0x1d790],
  monospace: [0x1d670, undefined, 0x1d7f6],
}

/** Letters that Unicode had before it had the rows. */
const EARLIER: Readonly<Record<string, string>> = {
  italic: 'hℎ',
  script: 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ',
  fraktur: 'CℭHℌIℑRℜZℨ',
  'double-struck': 'CℂHℍNℕPℙQℚRℝZℤ',
}

const GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ'

/** Whether letters of the kind that MathML calls so are characters of their own. */
export const isLetterKind = (variant: string): boolean => Object.hasOwn(ROWS, variant)

/** A text in mathematical letters of a kind; what has none of it stays. */
export const toMathLetters = (text: string, variant: string): string => {
  const [latin, greek, digits] = ROWS[variant] ?? []
  if (latin === undefined) return text
  const earlier = EARLIER[variant] ?? ''
  return Array.from(text, (char) => {
    const at = earlier.indexOf(char)
    if (at >= 0) return earlier[at + 1] ?? char
    const ofGreek = GREEK.indexOf(char)
    const code = /[A-Z]/.test(char)
      ? latin + char.charCodeAt(0) - 65
      : /[a-z]/.test(char)
        ? latin + 26 + char.charCodeAt(0) - 97
        : /\d/.test(char) && digits !== undefined
          ? digits + Number(char)
          : ofGreek >= 0 && greek !== undefined
            ? greek + ofGreek
            : undefined
    return code === undefined ? char : String.fromCodePoint(code)
  }).join('')
}
