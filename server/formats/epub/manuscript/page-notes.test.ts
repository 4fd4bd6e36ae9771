import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { TextBlock } from '#contract/text-view.ts'
import { findPageNotes } from './page-notes.ts'
import { pagesToEpub } from './pages-to-epub.ts'

const p = (page: number, text: string): TextBlock => ({ page, kind: 'p', text })
const linked = (...blocks: TextBlock[]) => {
  const { notes, references } = findPageNotes(blocks)
  return blocks.map((block) => notes.get(block)?.mark ?? references.get(block)?.map(({ start }) => start) ?? '')
}

test.each([
  ['a word', [p(1, 'the zebrafish¹ went'), p(1, '¹ A fish.')], [[13], '1']],
  ['a year and a full stop', [p(1, 'in 1897² it went.¹³'), p(1, '² A year.'), p(1, '¹³ Gone.')], [[7, 17], '2', '13']],
  ['the page before', [p(1, 'the zebrafish¹ went'), p(2, '¹ A fish.')], [[13], '1']],
  ['a power before the mark', [p(1, 'of 12 km² and zebrafish²'), p(1, '² A fish.')], [[23], '2']],
  ['each page', [p(1, 'the ship¹'), p(1, '¹ One.'), p(2, 'the boat¹'), p(2, '¹ Two.')], [[8], '1', [8], '1']],
])('notes are linked with %s', (_, blocks, expected) => {
  expect(linked(...blocks)).toEqual(expected)
})

test.each([
  ['a power', [p(1, 'of 12 km²'), p(1, '² A fish.')]],
  ['another number', [p(1, 'the zebrafish¹'), p(1, '² A fish.')]],
  ['a page long before', [p(1, 'the zebrafish¹'), p(4, '¹ A fish.')]],
  ['the number of a verse', [p(1, 'In the beginning'), p(1, '¹⁶ And they went')]],
])('a raised number is no note of %s', (_, blocks) => {
  expect(linked(...blocks)).toEqual(blocks.map(() => ''))
})

test('the notes of a page stand behind their chapter, with links there and back', () => {
  const blocks: TextBlock[] = [
    { page: 1, kind: 'h2', text: 'Dusk' },
    p(1, 'the zebrafish¹ went\nin 1897² too'),
    p(1, '¹ A fish.'),
    p(1, '² A year.'),
    { page: 2, kind: 'h2', text: 'Dawn' },
    p(2, 'the boat¹ came'),
    p(2, '¹ A boat.'),
  ]
  const words = { title: 'Boats', subtitle: '', author: '', description: '', language: null }
  const files = unzipSync(pagesToEpub({ blocks, pageCount: 2, words }).file)
  const [dusk = '', dawn = ''] = Object.keys(files)
    .filter((name) => /c\d+\.xhtml$/.test(name))
    .sort()
    .map((name) => strFromU8(files[name] ?? new Uint8Array()))
  expect(dusk).toContain(
    'zebrafish<a id="ref1" href="#fn1" epub:type="noteref" role="doc-noteref">1</a> went<br/>in 1897<a',
  )
  expect(dusk.match(/<aside id="fn\d"/g)).toHaveLength(2)
  expect(dusk).toMatch(/<aside id="fn2"[^>]*><p><a href="#ref2" role="doc-backlink">2<\/a>[^<]*A year\.<\/p>/)
  expect(dawn).toMatch(/boat<a id="ref3" href="#fn3"[^>]*>1<\/a> came/)
  expect(dawn).not.toContain('A fish')
})
