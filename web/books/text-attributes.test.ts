import { expect, test } from 'vitest'
import { textAttributes } from './text-attributes.ts'

test.each([
  ['محال أن ننسى القمر', undefined, 'ar'],
  ['月を忘れることはできない', undefined, 'ja'],
  ['The Glass Almanac', undefined, undefined],
  ['Der Zauberberg', 'de', 'de'],
  ['红楼梦', 'zh-Hans', 'zh-Hans'],
  ['1Q84 (村上春樹のノート)', 'en', 'ja'],
])('%s in a book in %s is in %s', (text, language, lang) => {
  expect(textAttributes(text, language)).toEqual({ dir: 'auto', lang })
})
