import { isUtf8 } from 'node:buffer'
import yauzl, { type Entry } from 'yauzl'

const IS_UTF8 = 0x800
/** macOS keeps the icon of a folder in a file whose name ends with a line end. */
const FOLDER_ICON = /(?<=^|\/)(?:\._)?Icon\r$/

/** Holds a name in Unicode beside another one. */
const UNICODE_PATH = 0x7075

/**
 * The path of a file in a zip archive, in Unicode's form C, with slashes between folders. Info-ZIP and macOS write UTF-8
 * without the flag that says so, and EPUB (OCF 3.3, 4.2.3) knows no other encoding: names are in another one only where they
 * are no UTF-8, in that of the archive's other names or else in the archive format's own CP437. Some programs of Windows write
 * backslashes, and `tar` begins all names of a folder with `./`: nothing is left of that of the folder itself. Icons of folders
 * become hidden files. Nothing is checked here: the name may lead anywhere.
 */
export const zipEntryName = (entry: Entry, encoding?: string): string => {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | IS_UTF8 : generalPurposeBitFlag
  const name =
    encoding !== undefined && isOfWindows(entry)
      ? new TextDecoder(encoding).decode(fileNameRaw).replaceAll('\\', '/')
      : yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
  return name
    .normalize('NFC')
    .replace(/^(?:\.\/)+/, '')
    .replace(FOLDER_ICON, '.Icon')
}

const isOfWindows = ({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): boolean =>
  (flags & IS_UTF8) === 0 && !isUtf8(fileNameRaw) && !extraFields.some(({ id }) => id === UNICODE_PATH)

const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]`
const IN_TWO_BYTES = new RegExp(`${CJK}+`, 'gu')
/** The second byte of a letter may be an ASCII one: `año` has one such letter, within Latin ones. */
const APART = new RegExp(String.raw`(?<![A-Za-z])(?:${CJK}|\d){2,}(?![A-Za-z])`, 'gu')
const CYRILLIC = /(?<![A-Za-z])\p{Script=Cyrillic}{3,}(?![A-Za-z])/gu

/** How a Windows that is set to another language writes names, the bytes that names in it are made of, and its words. */
const ENCODINGS: readonly (readonly [encoding: string, bytes: RegExp, words: RegExp])[] = [
  ['euc-kr', /^(?:\p{ASCII}|[\xb0-\xc8][\xa1-\xfe]|[\xa1-\xa3][\xa1-\xfe])+$/u, IN_TWO_BYTES],
  ['gbk', /^(?:\p{ASCII}|[\xb0-\xf7][\xa1-\xfe]|[\xa1-\xa3][\xa1-\xfe])+$/u, IN_TWO_BYTES],
  ['big5', /^(?:\p{ASCII}|[\xa1-\xc6][\x40-\x7e\xa1-\xfe]|[\xc9-\xf9][\x40-\x7e\xa1-\xfe])+$/u, APART],
  ['shift_jis', /^(?:\p{ASCII}|[\x81-\x83\x88-\x9f\xe0-\xea][\x40-\x7e\x80-\xfc])+$/u, APART],
  ['ibm866', /^(?:\p{ASCII}|[\x80-\xaf\xe0-\xf1\xfc])+$/u, CYRILLIC],
]

const LETTERS = /(?!\p{ASCII})\p{L}/gu
const MOST = 0.7
/** What tells encodings apart that share their bytes. */
const CHAPTER = /[第章话話]|제\s?\d|\d\s?장/u
const READ_NAMES = 1_000
const READ_BYTES = 1_000

/** The encoding of the names in an archive that are no UTF-8; undefined where they are made of no other signs than CP437's. */
export const encodingOfNames = (entries: readonly Entry[]): string | undefined => {
  const names = entries
    .filter(isOfWindows)
    .slice(0, READ_NAMES)
    .map(({ fileNameRaw }) => fileNameRaw.subarray(0, READ_BYTES))
  const countIn = (text: string) => text.match(LETTERS)?.length ?? 0
  const read = ENCODINGS.flatMap(([encoding, bytes, words]) => {
    if (names.length === 0 || !names.every((name) => bytes.test(name.toString('latin1')))) return []
    const text = names.map((name) => new TextDecoder(encoding).decode(name)).join('\n')
    const letters = countIn(text)
    return letters > 0 && countIn(text.match(words)?.join('') ?? '') >= letters * MOST ? [{ encoding, text }] : []
  })
  return (read.find(({ text }) => CHAPTER.test(text)) ?? read[0])?.encoding
}
