import { isDrawn } from './measure-text.ts'

const CONTROLS = /[^\P{C}\u200c]/gu
// Safari before version 16.4 can't look behind: a joiner between two Arabic letters is kept with the first one.
const JOINER = /([\u0600-\u06ff]\u200c)(?=[\u0600-\u06ff])|\u200c/g
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu
const LETTER = /[\p{L}\p{N}]/u

/** The character, or its NFKC form if only that has a glyph (full-width or ornate letters), or an empty string. */
const drawnForm = (character: string): string => {
  if (isDrawn(character)) return character
  const plain = character.normalize('NFKC')
  return [...plain].every(isDrawn) ? plain : ''
}

/** Normalizes a text: NFC, single spaces between words, none around them. */
export const tidyText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ')

/**
 * Reduces a text to the glyphs of the cover's fonts. Emoji and other signs without a glyph are left out. If a letter has
 * no glyph the result is empty, because a cover without text is better than one with incomplete words.
 */
export const cleanText = (text: string): string => {
  const tidy = tidyText(text).replace(CONTROLS, '').replace(PILED_MARKS, '$1').replace(JOINER, '$1')
  let drawn = ''
  for (const character of tidy) {
    const form = drawnForm(character)
    if (!form && LETTER.test(character)) return ''
    drawn += form
  }
  return drawn.replace(/ +/g, ' ').trim()
}

const SPLIT = /^(.{2,}?)(?:\s*[:;：；]\s*|\s+[–—-]\s+|,\s+(?=or[, ])|\s+(?=\())(.+)$/su

/** Splits a title into main title and subtitle at a colon, semicolon, dash, ', or' or bracket. */
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
