import { expect, test } from 'vitest'
import { readPageText } from './page-text.ts'

const line = (text: string) => ({ text, endsLine: true })

test.each([
  ['lines are joined by one space', [line('Once  upon'), line(' a time')], 'Once upon a time'],
  ['a word that is hyphenated at the end of a line is one word', [line('light-'), line('house')], 'lighthouse'],
  ['words in capitals are divided as others are', [line('LIGHT-'), line('HOUSE')], 'LIGHTHOUSE'],
  ['a word keeps a hyphen before a capital', [line('Anglo-'), line(''), line('Saxon')], 'Anglo-Saxon'],
  ['a word keeps a hyphen before a digit', [line('B-'), line('52')], 'B-52'],
  ['a word that the next page ends has no hyphen', [line('light-')], 'light'],
  ['a dash at the end of a line stays', [line('light –'), line('house')], 'light – house'],
  ['ligatures are letters', [line('\u{FB01}re')], 'fire'],
  ['radicals are the letters with their shapes', [line('⽇本⼈⻅')], '日本人见'],
  ['soft hyphens and marks of direction are left out', [line('light\u{AD}house\u{200E}')], 'lighthouse '],
  ['half a character is replaced', [line('a\u{D83D}b')], 'a\u{FFFD}b '],
  ['characters of two units stay whole', [line('\u{1F56F}!')], '\u{1F56F}! '],
])('%s', (_, items, text) => {
  expect(readPageText(items).text.trim()).toBe(text.trim())
})

test('each character leads back to where it comes from', () => {
  const { text, origins } = readPageText([line('light-'), line('\u{FB01}re')])
  expect(text.trimEnd()).toBe('lightfire')
  expect(origins.length).toBe(text.length)
  expect(origins[text.indexOf('fire')]).toEqual({ item: 1, offset: 0, length: 1 })
  expect(origins[text.indexOf('ire')]).toEqual({ item: 1, offset: 0, length: 1 })
  expect(origins[text.indexOf('re')]).toEqual({ item: 1, offset: 1, length: 1 })
})
