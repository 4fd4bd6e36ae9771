import * as z from 'zod/mini'

const LONE_SURROGATE = /\p{Surrogate}/u
/** Bidirectional overrides and isolates, and zero-width characters, but not the joiners that some scripts need. */
const INVISIBLE = /[\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2064}\u{2066}-\u{2069}\u{FEFF}]/gu
const CONTROL_BUT_LINES = /[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}]/u
const CONTROL = /[\u{0}-\u{1F}\u{7F}-\u{9F}]/u

/** Characters that draw nothing. Some scripts and emoji need them between others, so they are not removed. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u{2800}]/gu

const UNREADABLE = 'This has characters that cannot be read. Please type it again.'

const codePoints = (text: string) => [...text].length

interface Rule {
  /** After trimming, as `lengthOf` counts. A text without any visible character is shorter than 1. */
  min?: number
  max: number
  /** The message if the text is missing, blank or too short. */
  missing: string
  tooLong: string
  /** The number of code points by default. */
  lengthOf?: (text: string) => number
}

const clean = (text: string) => text.normalize('NFC').replace(INVISIBLE, '').trim()
const cleanLines = (text: string) => clean(text.replace(/\r\n?/g, '\n'))

const textField = (rule: Rule, tidy: (text: string) => string, control: RegExp) => {
  const { min = 1, max, missing, tooLong, lengthOf = codePoints } = rule
  const isLongEnough = (text: string) => min === 0 || (lengthOf(text) >= min && text.replace(BLANK, '') !== '')
  return z.string(missing).check(
    z.refine((text) => !LONE_SURROGATE.test(text), { error: UNREADABLE, abort: true }),
    z.overwrite(tidy),
    z.refine((text) => !control.test(text), { error: UNREADABLE, abort: true }),
    z.refine(isLongEnough, { error: missing, abort: true }),
    z.refine((text) => lengthOf(text) <= max, tooLong),
  )
}

/** One line of text in any script: NFC, trimmed, invisible characters removed. */
export const line = (rule: Rule) => textField(rule, clean, CONTROL)

/** Text of several lines, otherwise as `line`. */
export const lines = (rule: Rule) => textField(rule, cleanLines, CONTROL_BUT_LINES)

const cleanName = (text: string) =>
  clean(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/ +/g, ' ')
    .trim()

/** As `line`, and without anything that can not be seen: all invisible characters and repeated spaces. */
export const nameLine = (rule: Rule) => textField(rule, cleanName, CONTROL)
