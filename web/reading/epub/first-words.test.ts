import { expect, test } from 'vitest'
import type { EpubChapter } from '#contract/shapes/epub.ts'
import { firstWords } from './first-words.ts'

const aChapter = (xhtml: string, text: string): EpubChapter => ({
  path: 'one.xhtml',
  cfi: '/6/2',
  title: null,
  root: 'xhtml',
  xhtml,
  text,
  stylesheets: [],
  resources: [],
  wordCount: 0,
})
const FERRY = aChapter(
  '<html><body><h1>The Lamp</h1><p>It was lit.</p><h2 id="ferry">The Ferry</h2><p>It was <b id="late">late</b>.</p></body></html>',
  'The Lamp\nIt was lit.\nThe Ferry\nIt was late.',
)

test('a link shows the words at its element, or at the beginning', () => {
  expect(firstWords(FERRY, 'ferry')).toEqual({ position: 21, words: 'The Ferry\nIt was late.' })
  expect(firstWords(FERRY, 'late').words).toBe('late.')
  expect(firstWords(FERRY, undefined)).toEqual({ position: 0, words: 'The Lamp\nIt was lit.\nThe Ferry\nIt was late.' })
  expect(firstWords(FERRY, 'missing').position).toBe(0)
  const unspaced = `<p>${'灯'.repeat(500)}<b id="here">海</b>${'灯'.repeat(9)}</p>`
  expect(firstWords(aChapter(unspaced, unspaced.replace(/<[^>]*>/g, '')), 'here').words).toMatch(/^.?海灯{9}$/)
})

test('many words end with a whole one, and none are none', () => {
  const { words } = firstWords(aChapter('', 'lantern '.repeat(100).trim()), undefined)
  expect(words).toMatch(/^(?:lantern )+lantern…$/)
  expect(words.length).toBeLessThanOrEqual(281)
  expect(firstWords(aChapter('', 'x'.repeat(1000)), undefined).words).toHaveLength(281)
  expect(firstWords(aChapter('', ''), undefined).words).toBe('')
})
