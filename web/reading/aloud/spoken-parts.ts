import { sentencesOf } from '#web/marks/sentences.ts'
import type { Words } from '#web/reading/format/book-view.ts'

/** A sentence, or a part of a long one, that is spoken at once. */
export type SpokenPart = Words

/** Chrome stops a voice of a server after 15 seconds, which is some 200 characters. */
const MAX_CHARACTERS = 200
const MIN_CHARACTERS = 40
/** Rules of dots and asterisks are not spoken. */
const SPOKEN = /[\p{L}\p{N}]/u

export const spokenPartsOf = (text: string): SpokenPart[] =>
  sentencesOf(text)
    .flatMap(({ start, end }) => cut(text, start, end))
    .filter((part) => SPOKEN.test(part.text))

/** Cuts a long sentence where the voice would pause, or else between words. */
const cut = (text: string, start: number, end: number): SpokenPart[] => {
  const part = (to: number) => ({
    text: text.slice(start, to).trimEnd(),
    start,
    end: start + text.slice(start, to).trimEnd().length,
  })
  if (end - start <= MAX_CHARACTERS) return [part(end)]
  const head = text.slice(start, start + MAX_CHARACTERS)
  const at = [/^.*[;:–—](?=\s)/su, /^.*,(?=\s)/su, /^.*\s/su, /^.*[、，]/su]
    .map((pause) => pause.exec(head)?.[0].length ?? 0)
    .find((length) => length >= MIN_CHARACTERS)
  const to = start + (at ?? wholeCharacters(head).length)
  const rest = to + (/^\s*/u.exec(text.slice(to))?.[0].length ?? 0)
  return [part(to), ...cut(text, rest, end)]
}

/** Without the first half of a character of two units. */
const wholeCharacters = (text: string) => text.replace(/[\u{D800}-\u{DBFF}]$/u, '')
