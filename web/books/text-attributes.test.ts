import { expect, test } from 'vitest'
import { textAttributes } from './text-attributes.ts'

test.each([
  ['محال أن ننسى القمر', undefined, 'ar'],
  ['月を忘れることはできない', undefined, 'ja'],
  ['The Glass Almanac', undefined, undefined],
  ['Der Zauberberg', 'de', 'de'],
  ['红楼梦', 'zh-Hans', 'zh-Hans'],
  ['1Q84 (村上春樹のノート)', 'en', 'ja'],
  ['Two children are lost in a city that its people call もののけ, and find the sea.', 'en', 'en'],
  ['He dreams of a garden that his mother called بستان and nobody else remembers.', undefined, undefined],
  ['2001: 42', 'en', 'en'],
])('%s in a book in %s is in %s', (text, language, lang) => {
  expect(textAttributes(text, language)).toEqual({ dir: 'auto', lang })
})
