import { expect, test } from 'vitest'
import { needsJapanese } from './load-japanese.ts'

test.each([
  ['ja', '図書館', true],
  ['en', 'The Library of 夏目漱石', true],
  ['en', 'The Library', false],
  ['ar', 'كتاب', false],
  ['zh-Hans', '图书馆', false],
])('on a page in %s %s needs the Japanese fonts: %s', (lang, text, isNeeded) => {
  expect(needsJapanese(lang, text)).toBe(isNeeded)
})
