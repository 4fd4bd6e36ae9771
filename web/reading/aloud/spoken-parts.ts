import { sentencesOf } from '#web/marks/sentences.ts'
import type { Clip, SpokenChange, Words } from '#web/reading/format/book-view.ts'

/** A sentence, or a part of a long one, that is spoken at once. */
export interface SpokenPart extends Words {
  /** What is heard of it in place of the voice. */
  clip?: Clip
}

/** Chrome stops a voice of a server after 15 seconds, which is some 200 characters. */
const MAX_CHARACTERS = 200
const MIN_CHARACTERS = 40
/** Rules of dots and asterisks are not spoken. */
const SPOKEN = /[\p{L}\p{N}]/u

/** In place of letters that are not spoken as they are written, so that positions stay. */
const OTHER = '\ue000'

/** The parts of a text. With changes, each of its lines is a block, where sentences end. */
export const spokenPartsOf = (text: string, changes?: readonly SpokenChange[]): SpokenPart[] => {
  if (!changes) return partsOf(text).filter((part) => SPOKEN.test(part.text))
  const replaced = changes.filter(({ start, end }) => end > start)
  const inserted = changes.filter(({ start, end }) => end === start)
  const masked = replaced.reduce(
    (all, { start, end }) => all.slice(0, start) + OTHER.repeat(end - start) + all.slice(end),
    text,
  )
  const parts = linesOf(masked)
    .flatMap(({ line, at }) => partsOf(line).map((part) => ({ ...part, start: part.start + at, end: part.end + at })))
    .map((part) => ({ ...part, text: withChanges(part, replaced) }))
  const descriptions = inserted.flatMap(({ words, start }) =>
    partsOf(words).map((part) => ({ text: part.text, start, end: start })),
  )
  return [...parts, ...descriptions].filter((part) => SPOKEN.test(part.text)).toSorted((a, b) => a.start - b.start)
}

const partsOf = (text: string): SpokenPart[] => sentencesOf(text).flatMap(({ start, end }) => cut(text, start, end))

const linesOf = (text: string) => {
  let at = 0
  return text.split('\n').map((line) => {
    const found = { line, at }
    at += line.length + 1
    return found
  })
}

/** The words of a part, with those that are spoken in place of others. */
const withChanges = ({ text, start, end }: SpokenPart, replaced: readonly SpokenChange[]): string => {
  let spoken = ''
  let from = start
  for (const change of replaced.filter((one) => one.end > start && one.start < end)) {
    spoken += text.slice(from - start, Math.max(change.start, from) - start)
    // If two parts share one, the first speaks the words.
    if (change.start >= start) spoken += change.words
    from = Math.max(from, change.end)
  }
  return (spoken + text.slice(from - start)).replaceAll(OTHER, '').replace(/ {2,}/g, ' ').trim()
}

/** Cuts a long sentence where the voice would pause, or else between words. */
const cut = (text: string, start: number, end: number): SpokenPart[] => {
  const part = (to: number) => ({
    text: text.slice(start, to).trimEnd(),
    start,
    end: start + text.slice(start, to).trimEnd().length,
  })
  if (end - start <= MAX_CHARACTERS) return [part(end)]
  const head = text.slice(start, start + MAX_CHARACTERS)
  const at = [/^.*[;:–—؛](?=\s)/su, /^.*[,،](?=\s)/su, /^.*\s/su, /^.*[；：]/su, /^.*[、，]/su]
    .map((pause) => pause.exec(head)?.[0].length ?? 0)
    .find((length) => length >= MIN_CHARACTERS)
  const to = start + (at ?? wholeCharacters(head).length)
  const rest = to + (/^\s*/u.exec(text.slice(to))?.[0].length ?? 0)
  return [part(to), ...cut(text, rest, end)]
}

/** Without the first half of a character of two units. */
const wholeCharacters = (text: string) => text.replace(/[\u{D800}-\u{DBFF}]$/u, '')
