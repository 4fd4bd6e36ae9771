/** The letters of scripts that have no blanks between words, with their punctuation. */
const UNSPACED = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\u3000-\\u303F\\uFF01-\\uFF60]'
/** Marks beside them that other scripts have too. */
const SHARED = '[“”‘’—…]{0,3}'
const [ENDS, BEGINS] = [new RegExp(`${UNSPACED}${SHARED}$`, 'u'), new RegExp(`^${SHARED}${UNSPACED}`, 'u')]
const MAX_END = 5

/** Whether no blank stands between two lines that are one: the end of a line is none in these scripts. */
export const areUnspaced = (line: string, next: string): boolean => ENDS.test(line.slice(-MAX_END)) && BEGINS.test(next)
