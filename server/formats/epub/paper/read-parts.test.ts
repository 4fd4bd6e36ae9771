import { expect, test } from 'vitest'
import type { EpubContentsEntry } from '#contract/epub.ts'
import { aDocument } from '#server/formats/epub/testing-epub.ts'
import { readTree } from '#server/formats/epub/xml-tree.ts'
import { readParts } from './read-parts.ts'
import { readLooks } from './simple-looks.ts'

const read = (bodies: Record<string, string>, { css = '', contents = [] as EpubContentsEntry[] } = {}) =>
  readParts({
    chapters: Object.entries(bodies).map(([path, body]) => ({
      path,
      tree: readTree(aDocument(body)),
      looksOf: readLooks([css]),
    })),
    contents,
    pictureOf: (path) => (path === 'large.png' ? { src: 'large', height: 300 } : { src: 'small', height: 20 }),
    ...{ isPlain: false, isRightToLeft: false },
  })
const START = { k: 'chapter', label: '' }
const p = (...c: unknown[]) => ({ k: 'p', align: null, c })

test('blanks are those that a browser shows, and text between blocks is a paragraph', () => {
  expect(read({ one: '<p>  One <b> two</b>\n three </p>loose <i>words</i><div><p>Last</p></div>' }).parts).toEqual([
    START,
    p('One ', { k: 'strong', c: ['two'] }, ' three'),
    p('loose ', { k: 'em', c: ['words'] }),
    p('Last'),
  ])
})

test('the looks that paper keeps are those of elements and classes; italics in italics are upright', () => {
  const css =
    '.i, em.x { font-style: italic } .i { font-style: italic } p.c { text-align: center } .gone { display: none } @media screen { p { display: none } }'
  const body = '<p class="c">A <span class="i">b <em>c</em></span></p><p class="gone">no</p><p hidden="">no</p>'
  expect(read({ one: body }, { css }).parts).toEqual([
    START,
    { k: 'p', align: 'center', c: ['A ', { k: 'em', c: ['b ', { k: 'em', c: ['c'] }] }] },
  ])
  expect(read({ one: '<div class="i">A<p>b <i>c</i></p></div>' }, { css }).parts).toEqual([
    START,
    p({ k: 'em', c: ['A'] }),
    p({ k: 'em', c: ['b ', { k: 'em', c: ['c'] }] }),
  ])
})

test('notes go to where they are referred to, and a list of notes alone goes', () => {
  const one =
    '<p>Word<a epub:type="noteref" id="r" data-book-to="two#n">1</a> and<sup><a id="s" data-book-to="two#m">2</a></sup></p>'
  const two =
    '<h2>Notes</h2><aside epub:type="footnote" id="n"><p><a data-book-to="one#r">1</a> First.</p><p>More.</p></aside>' +
    '<p id="m"><a data-book-to="one#s">2</a> Second.</p>'
  expect(read({ one, two }).parts).toEqual([
    START,
    p('Word', { k: 'note', id: 'note-1', c: ['First.'], rest: [p('More.')] }, ' and', {
      k: 'sup',
      c: [{ k: 'note', id: 'note-2', c: ['Second.'], rest: [] }],
    }),
  ])
})

test('the contents lead to places, of which those of the first level begin pages', () => {
  const contents = [
    { label: 'Part', target: 'one', level: 1 },
    { label: 'Inner', target: 'one#i', level: 2 },
    { label: 'Next', target: 'one#n', level: 1 },
    { label: 'Lost', target: 'gone', level: 1 },
  ]
  const found = read({ one: '<h1>Part</h1><p id="i">a</p><h1 id="n">Next</h1>' }, { contents })
  expect(found.contents.map(({ label, level }) => [label, level])).toEqual([
    ['Part', 1],
    ['Inner', 2],
    ['Next', 1],
  ])
  expect(found.parts.map((part) => (typeof part === 'string' ? part : part.k))).toEqual([
    ...['chapter', 'at', 'h', 'at', 'p', 'chapter', 'at', 'h'],
  ])
})

test('large pictures stand by themselves, small ones among words', () => {
  const body = '<p>A <img alt="s" data-book-src="small.png"/> b</p><p>c <img alt="l" data-book-src="large.png"/></p>'
  expect(read({ one: body }).parts).toEqual([
    START,
    p('A ', { k: 'inline-picture', src: 'small', alt: 's', height: 1.25 }, ' b'),
    p('c'),
    { k: 'picture', src: 'large', alt: 'l', c: [] },
  ])
})

test('nothing is nested deeper than the typesetter follows', () => {
  const deep =
    '<blockquote>'.repeat(100) + `<p>${'<b><i>'.repeat(50)}x${'</i></b>'.repeat(50)}</p>` + '</blockquote>'.repeat(100)
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  expect(depthOf(read({ one: deep }).parts)).toBeLessThan(80)
})

test('an entry of the contents leads into a quotation, a list and a table', () => {
  const body =
    '<blockquote><h2 id="a">A</h2></blockquote><ul><li><p id="b">B</p></li></ul><table><tr><td><p id="c">C</p></td></tr></table>'
  const entry = (label: string) => ({ label, level: 1, target: `one#${label}` }) as EpubContentsEntry
  const { contents } = read({ one: body }, { contents: ['a', 'b', 'c', 'gone'].map(entry) })
  expect(contents.map(({ label }) => label)).toEqual(['a', 'b', 'c'])
})
