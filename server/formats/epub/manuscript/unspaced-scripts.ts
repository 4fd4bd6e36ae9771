/** Of scripts that have no blanks between words, with their punctuation. */
const UNSPACED = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\u3000-\\u303F\\uFF01-\\uFF60]'
const [ENDS, BEGINS] = [new RegExp(`${UNSPACED}$`, 'u'), new RegExp(`^${UNSPACED}`, 'u')]

/** Whether no blank stands between two lines that are one: the end of a line is none in these scripts. */
export const areUnspaced = (line: string, next: string): boolean => ENDS.test(line.slice(-2)) && BEGINS.test(next)
