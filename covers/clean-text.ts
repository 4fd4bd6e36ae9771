import { isDrawn } from './measure-text.ts'

const CONTROLS = /[^\P{C}\u200c]/gu
const STRAY_JOINER = /(?<![\u0600-\u06ff])\u200c|\u200c(?![\u0600-\u06ff])/g
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu
const LETTER = /[\p{L}\p{N}]/u

/** The character itself, its plainer form where only that has a glyph (a full-width or ornate letter), or nothing. */
const drawnForm = (character: string): string => {
  if (isDrawn(character)) return character
  const plain = character.normalize('NFKC')
  return [...plain].every(isDrawn) ? plain : ''
}

/** The same words however they were typed: accents composed, one space between words, none around them. */
export const tidyText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ')

/**
 * A text as the cover can set it. Emoji and other signs that no font of ours has are left out; if a letter is missing
 * there is no text at all, because half a word is worse than a cover without words.
 */
export const cleanText = (text: string): string => {
  const tidy = tidyText(text).replace(CONTROLS, '').replace(PILED_MARKS, '$1').replace(STRAY_JOINER, '')
  let drawn = ''
  for (const character of tidy) {
    const form = drawnForm(character)
    if (!form && LETTER.test(character)) return ''
    drawn += form
  }
  return drawn.replace(/ +/g, ' ').trim()
}

const SPLIT = /^(.{2,}?)(?:\s*[:;：；]\s*|\s+[–—-]\s+|,\s+(?=or[, ])|\s+(?=\())(.+)$/su

/** A title and what follows its colon, its semicolon, its dash, ', or' or its bracket. */
export const splitTitle = (title: string): { main: string; sub: string } => {
  const [, main, sub] = SPLIT.exec(title) ?? []
  if (!main || !sub) return { main: title, sub: '' }
  return {
    main: main.trim(),
    sub: sub
      .trim()
      .replace(/^or,?\s+/i, 'or, ')
      .replace(/^\((.*)\)$/s, '$1'),
  }
}
