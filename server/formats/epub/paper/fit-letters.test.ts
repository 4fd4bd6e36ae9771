import { expect, test } from 'vitest'
import { fitLetters, isUnreadable } from './fit-letters.ts'
import { loadPaperFonts } from './paper-fonts.ts'

test('words in letters that no font has are left out in words, ligatures become letters', () => {
  const fit = fitLetters(new Set([...'नमस्तेदुनियाﬁ', '\u{1F600}']))
  expect(fit('He said नमस्ते, दुनिया! in the ﬁfth \u{1F600}\uFE0F act.')).toBe('He said […]! in the fifth […] act.')
  expect(fitLetters(new Set())('नमस्ते')).toBe('नमस्ते')
})

test('a book mostly in such letters can not be set', () => {
  const lacking = new Set('नमस्ते')
  expect(isUnreadable('नमस्ते, 2024: नमस्ते', lacking)).toBe(true)
  expect(isUnreadable(`${'A long English text. '.repeat(20)} नमस्ते`, lacking)).toBe(false)
})

test('fonts are unpacked for the letters of a book, and not for its quotation marks', { timeout: 60_000 }, async () => {
  const fontsFor = await loadPaperFonts()
  const latin = await fontsFor('“Curly”, ‘single’ — № 5 … → Ærø Ελλάδα Москва שלום')
  expect([latin.files.length, latin.lacking.size]).toEqual([0, 0])
  // In weights of its own, and not in a font of the system.
  expect((await fontsFor('السلام')).files).toHaveLength(2)
  const others = await fontsFor('السلام عليكم नमस्ते 한국어 “日本語”')
  expect(others.files.length).toBeGreaterThan(2)
  // In whichever order, which changes with the fonts of the system.
  expect(others.lacking).toEqual(new Set('한국어नमसत'))
})
