import { expect, test } from 'vitest'
import type { EpubContentsEntry } from '#contract/shapes/epub.ts'
import { aDocument } from '#server/formats/epub/testing-epub.ts'
import { readLooks } from '#server/formats/epub/simple-looks.ts'
import { readTree } from '#server/formats/epub/xml-tree.ts'
import { readParts } from './read-parts.ts'

const read = (bodies: Record<string, string>, { css = '', contents = [] as EpubContentsEntry[] } = {}) =>
  readParts({
    chapters: Object.entries(bodies).map(([path, body]) => ({
      path,
      tree: readTree(aDocument(body)),
      looksOf: readLooks([css], /^(?:all|print)$/),
    })),
    contents,
    pictureOf: (path) =>
      path === 'large.png' ? { src: 'large', width: 400, height: 300 } : { src: 'small', width: 20, height: 20 },
    isPlain: false,
    language: 'en',
    isRightToLeft: false,
  })
const START = { k: 'chapter', label: '' }
const p = (...c: unknown[]) => ({ k: 'p', align: null, verse: false, c })

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
    { k: 'p', align: 'center', verse: false, c: ['A ', { k: 'em', c: ['b ', { k: 'em', c: ['c'] }] }] },
  ])
  expect(read({ one: '<div class="i">A<p>b <i>c</i></p></div>' }, { css }).parts).toEqual([
    START,
    p({ k: 'em', c: ['A'] }),
    p({ k: 'em', c: ['b ', { k: 'em', c: ['c'] }] }),
  ])
})

test('print, and what is raised by a style sheet, is kept', () => {
  const css =
    '@media print { .p { font-weight: 700 } } @media screen { .p { font-style: italic } } .s { vertical-align: super }'
  expect(read({ one: '<p><span class="p">a</span><span class="s">2</span></p>' }, { css }).parts).toEqual([
    START,
    p({ k: 'strong', c: ['a'] }, { k: 'sup', c: ['2'] }),
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

test.each<[what: string, sign: string, note: string, ...words: unknown[]]>([
  ['a number', '1', '1. First.', 'First.'],
  ['a number in brackets', '[1]', '[1] First.', 'First.'],
  ['a raised number', '1', '<sup>1</sup> First.', 'First.'],
  ['a star', '*', '*First.', 'First.'],
  ['a sign for a raised number', '¹', '¹First.', 'First.'],
  ['a number that leads back', '1', '<a data-book-to="one#r">1</a>. First.', 'First.'],
  ['a number in brackets that leads back', '1', '[<a data-book-to="one#r">1</a>] First.', 'First.'],
  ['the number of its line', '*', '<i><a data-book-to="one#line">402.</a></i> First.', 'First.'],
])('a note is without %s of its own', (_, sign, note, ...words) => {
  const one =
    `<p id="line">Word<a epub:type="noteref" id="r" data-book-to="one#n">${sign}</a></p>` +
    `<aside epub:type="footnote" id="n"><p>${note}</p></aside>`
  expect(read({ one }).parts).toEqual([START, p('Word', { k: 'note', id: 'note-1', c: words, rest: [] })])
})

test('a number without a point is the label of a note where all notes begin with theirs', () => {
  const reference = (id: string, sign: string) => `<a epub:type="noteref" data-book-to="one#${id}">${sign}</a>`
  const note = (id: string, words: string) => `<aside epub:type="footnote" id="${id}"><p>${words}</p></aside>`
  const notesOf = (second: string) => {
    const one = `<p>Word${reference('a', '1')}${reference('b', '2')}</p>${note('a', '1 January')}${note('b', second)}`
    return [...JSON.stringify(read({ one }).parts).matchAll(/"c":(\[[^[\]]*\]),"rest"/g)].map(([, c = '']) =>
      JSON.parse(c),
    )
  }
  const space = { k: 'space', em: 0.3 }
  expect(notesOf('2 February')).toEqual([['January'], ['February']])
  expect(notesOf('February')).toEqual([[space, '1 January'], ['February']])
  expect(notesOf('20 February')).toEqual([
    [space, '1 January'],
    [space, '20 February'],
  ])
})

test('the words that refer to a note, with which it begins, are no label of it', () => {
  const reference = (word: string) => `<p>${word} <a epub:type="noteref" data-book-to="one#${word}">${word}</a></p>`
  const note = (word: string) => `<aside epub:type="footnote" id="${word}"><p>${word}: what it means.</p></aside>`
  const one = ['Mast', 'Keel'].map((word) => reference(word) + note(word)).join('')
  const words = JSON.stringify(read({ one }).parts)
  for (const word of ['Mast', 'Keel']) expect(words).toContain(`"${word}: what it means."`)
})

test('two stars of a note are no label of one that has a star', () => {
  const one = '<p>Word<a epub:type="noteref" data-book-to="one#n">*</a></p><p id="n">** Both.</p>'
  const c = ['** Both.']
  expect(read({ one }).parts).toEqual([START, p('Word', { k: 'note', id: 'note-1', c, rest: [] })])
})

test.each<[note: string, ...words: unknown[]]>([
  ['1914 was late.', { k: 'space', em: 0.3 }, '1914 was late.'],
  ['1.5 metres.', { k: 'space', em: 0.3 }, '1.5 metres.'],
  ['1 January.', { k: 'space', em: 0.3 }, '1 January.'],
  ['2. Second.', { k: 'space', em: 0.3 }, '2. Second.'],
  ['<a data-book-to="one#line">1-7.</a> First.', { k: 'space', em: 0.3 }, '1-7.', ' First.'],
  ['<a data-book-to="one#line">Line 1.</a> First.', 'Line 1.', ' First.'],
  ['See <a data-book-to="one#line">1.</a>', 'See ', '1.'],
  ['<a data-book-to="one#other">1</a> is more.', { k: 'space', em: 0.3 }, '1', ' is more.'],
  ['. . . and so on.', '. . . and so on.'],
  ['1.', { k: 'space', em: 0.3 }, '1.'],
])('a note keeps all of "%s", apart from its number', (note, ...words) => {
  const one =
    '<p id="other">Other</p><p id="line">Word<a epub:type="noteref" data-book-to="one#n">1</a></p>' +
    `<aside epub:type="footnote" id="n"><p>${note}</p></aside>`
  expect(read({ one }).parts).toEqual([START, p('Other'), p('Word', { k: 'note', id: 'note-1', c: words, rest: [] })])
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
    'chapter',
    'at',
    'h',
    'at',
    'p',
    'chapter',
    'at',
    'h',
  ])
})

test('large pictures stand by themselves, small ones among words', () => {
  const body = '<p>A <img alt="s" data-book-src="small.png"/> b</p><p>c <img alt="l" data-book-src="large.png"/></p>'
  expect(read({ one: body }).parts).toEqual([
    START,
    p('A ', { k: 'inline-picture', src: 'small', alt: 's', width: 20, height: 20 }, ' b'),
    p('c'),
    { k: 'picture', src: 'large', alt: 'l', width: 400, c: [] },
  ])
})

test('the words beside a picture in a heading are a heading', () => {
  const one =
    '<h2><img alt="l" data-book-src="large.png"/><br/>One <b>mill</b><a epub:type="noteref" data-book-to="one#n">1</a></h2>' +
    '<aside epub:type="footnote" id="n">Noted.</aside>'
  expect(read({ one }).parts).toEqual([
    START,
    { k: 'picture', src: 'large', alt: 'l', width: 400, c: [] },
    {
      k: 'h',
      level: 2,
      opens: false,
      c: ['One ', { k: 'strong', c: ['mill'] }, { k: 'note', id: 'note-1', c: ['Noted.'], rest: [] }],
    },
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

test('a note may refer to a note, and is whole', () => {
  const one =
    '<p>Word<a epub:type="noteref" data-book-to="one#n">1</a></p>' +
    '<aside epub:type="footnote"><p id="n">First<a epub:type="noteref" data-book-to="one#m">2</a></p><p>More.</p></aside>' +
    '<aside epub:type="footnote" id="m"><p>Second, of <a epub:type="noteref" data-book-to="one#n">1</a></p></aside>'
  const second = { k: 'note', id: 'note-2', c: ['Second, of ', { k: 'noted', id: 'note-1' }], rest: [] }
  expect(read({ one }).parts).toEqual([
    START,
    p('Word', { k: 'note', id: 'note-1', c: ['First', second], rest: [p('More.')] }),
  ])
})

test('a note stands where it is if what refers to it is not set', () => {
  const one =
    '<pre>a<a epub:type="noteref" data-book-to="one#n">1</a></pre><aside epub:type="footnote" id="n">Kept.</aside>'
  expect(read({ one }).parts).toEqual([START, { k: 'pre', t: 'a1' }, p('Kept.')])
})

test('quoted words have quotation marks, if the book does not write them itself', () => {
  const [quote, css] = ['<p><q>Come <q>in</q></q>, he said.</p>', 'blockquote, q { quotes: none }']
  const inside = { k: 'quoted', c: ['in'] }
  expect(read({ one: quote }).parts).toEqual([START, p({ k: 'quoted', c: ['Come ', inside] }, ', he said.')])
  const typed = '<p><q>“Come in”</q>, he said.</p>'
  expect(read({ one: typed }, { css }).parts).toEqual([START, p('“Come in”', ', he said.')])
})

test('lines of code are as many as their breaks say', () => {
  const one = '<pre><b>let</b> a<br/>let b\n  = a</pre><p>In <code>a<br/> b</code></p>'
  expect(read({ one }).parts).toEqual([
    START,
    { k: 'pre', t: 'let a\nlet b\n  = a' },
    p('In ', { k: 'code', t: 'a b' }),
  ])
})

test('a caption is above or below what it names, and below a picture', () => {
  const figure = (content: string) => `<figure>${content}</figure>`
  const [above, below] = ['<figcaption>Above</figcaption>', '<figcaption>Below</figcaption>']
  const [code, image] = ['<pre>x</pre>', '<img alt="l" data-book-src="large.png"/>']
  const one = figure(above + code) + figure(code + below) + figure(above + image)
  expect(read({ one }).parts).toEqual([
    START,
    p('Above'),
    { k: 'pre', t: 'x' },
    { k: 'pre', t: 'x' },
    p('Below'),
    { k: 'picture', src: 'large', alt: 'l', width: 400, c: [p('Above')] },
  ])
})

test('an empty line parts scenes, of several one, and none stands beside a heading or at an end', () => {
  const empty = '<p>\u{a0}</p><p><br/></p>'
  const one =
    `${empty}<h1>One</h1>${empty}<p>a</p>${empty}<p>b</p><p class="gap">c</p><hr/><p> </p><p>d</p>` +
    `<blockquote>${empty}<p>e</p>${empty}<p>f</p></blockquote>${empty}<h2>Two</h2><p class="gap">g</p>${empty}`
  const gap = { k: 'gap' }
  expect(read({ one }).parts).toEqual([
    START,
    { k: 'h', level: 1, opens: true, c: ['One'] },
    p('a'),
    gap,
    p('b'),
    gap,
    p('c'),
    { k: 'rule' },
    p('d'),
    { k: 'quote', c: [p('e'), gap, p('f')] },
    { k: 'h', level: 2, opens: false, c: ['Two'] },
    p('g'),
  ])
})

const TWO = '<li>x</li><li>y</li>'
test.each<[what: string, list: string, marks: string, numbers: number[]]>([
  ['points', `<ul>${TWO}</ul>`, 'dots', [1, 2]],
  ['numbers', `<ol>${TWO}</ol>`, '1', [1, 2]],
  ['numbers from another one on', `<ol start="4">${TWO}</ol>`, '1', [4, 5]],
  ['numbers of its items', '<ol><li>x</li><li value="7">y</li><li>z</li></ol>', '1', [1, 7, 8]],
  ['numbers backwards', `<ol reversed="">${TWO}</ol>`, '1', [2, 1]],
  ['letters', `<ol type="a">${TWO}</ol>`, 'a', [1, 2]],
  ['Roman numbers', `<ol type="I" start="3">${TWO}</ol>`, 'I', [3, 4]],
  ['an unknown kind', `<ol type="x" start="many">${TWO}</ol>`, '1', [1, 2]],
  ['no numbers', `<ol class="labelled">${TWO}</ol>`, 'none', [1, 2]],
  ['no points', `<ul class="labelled">${TWO}</ul>`, 'none', [1, 2]],
  ['no points before its items', '<ul><li class="labelled">x</li></ul>', 'none', [1]],
  ['letters in its style', `<ol style="list-style: inside upper-latin">${TWO}</ol>`, 'A', [1, 2]],
  ['its own style again', `<ul class="labelled" style="list-style-type: disc">${TWO}</ul>`, 'dots', [1, 2]],
])('a list has %s before its items', (_, list, marks, numbers) => {
  const [, found] = read({ one: list }, { css: '.labelled { list-style: none; }' }).parts
  expect(found).toMatchObject({ k: 'list', marks, items: numbers.map((n) => ({ n })) })
})

test('a language is named where it changes, around what begins no page, and not too deep', () => {
  const contents = [{ label: 'Zwei', target: 'one#b', level: 1 }]
  const body =
    '<div lang="de"><h1>Eins</h1><p lang="de">a <i lang="en">b</i></p><h1 id="b">Zwei</h1></div><p lang="en-GB">c</p>'
  expect(read({ one: body }, { contents }).parts).toEqual([
    START,
    {
      k: 'in',
      lang: 'de',
      dir: null,
      c: [
        { k: 'h', level: 1, opens: true, c: ['Eins'] },
        p('a ', { k: 'in', lang: 'en', dir: null, c: [{ k: 'em', c: ['b'] }] }),
      ],
    },
    { k: 'chapter', label: 'Zwei' },
    { k: 'at', id: 'at-1' },
    {
      k: 'in',
      lang: 'de',
      dir: null,
      c: [{ k: 'h', level: 1, opens: true, c: ['Zwei'] }],
    },
    p('c'),
  ])
  const [open, close] = ['<span lang="de" dir="rtl"><span lang="en" dir="ltr">', '</span></span>']
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  expect(depthOf(read({ one: `<p>${open.repeat(100)}x${close.repeat(100)}</p>` }).parts)).toBeLessThan(25)
})

test('cells over several rows and columns have their places', () => {
  const table =
    '<table><tr><th rowspan="2">A</th><td>B</td></tr><tr><td>C</td><td>D</td></tr><tr></tr><tr><td colspan="90">E</td></tr>' +
    '<tbody><tr><td rowspan="9">F</td></tr></tbody></table>'
  const [, found] = read({ one: table }).parts
  const cells = (found as { cells: { c: string[]; x: number; y: number; across: number; down: number }[] }).cells
  expect(cells.map(({ c, x, y, across, down }) => [c[0], x, y, across, down])).toEqual([
    ['A', 0, 0, 1, 2],
    ['B', 1, 0, 1, 1],
    ['C', 1, 1, 1, 1],
    ['D', 2, 1, 1, 1],
    ['E', 0, 2, 3, 1],
    ['F', 0, 3, 1, 1],
  ])
  const over = '<table><tr><td>A</td><td rowspan="2">B</td></tr><tr><td colspan="2">C</td></tr></table>'
  const [, lying] = read({ one: over }).parts
  expect(lying).toMatchObject({ columns: 2, cells: [{ x: 0 }, { x: 1, down: 2 }, { x: 0, y: 1, across: 1 }] })
})

test('the foot of a table is below its body', () => {
  const row = (name: string) => `<tr><td>${name}</td></tr>`
  const table = `<table><thead>${row('Head')}</thead><tfoot>${row('Foot')}</tfoot><tbody>${row('Body')}</tbody></table>`
  const [, found] = read({ one: table }).parts
  expect(found).toMatchObject({ cells: ['Head', 'Body', 'Foot'].map((name, y) => ({ y, c: [name] })) })
})

test('a table that is too deep to be set is its caption and its cells', () => {
  const table = '<table><caption>Winds</caption><tr><td>East</td></tr></table>'
  const one = '<blockquote>'.repeat(8) + table + '</blockquote>'.repeat(8)
  expect(JSON.stringify(read({ one }).parts)).toMatch(/Winds.*East/)
})

test('verse is told from prose, and the meanings of a term from each other', () => {
  const [, verse, terms] = read({
    one: '<p>One<br/>two</p><dl><dt>T</dt><dd>a</dd><dd><p>b</p><p>c</p></dd></dl>',
  }).parts
  expect(verse).toMatchObject({ k: 'p', verse: true })
  // A break at an end of it makes no verse.
  expect(read({ one: '<p><br/>One <br/> </p>' }).parts).toEqual([START, p('One')])
  expect(terms).toEqual({ k: 'terms', items: [{ t: ['T'], d: [['a'], [p('b'), p('c')]] }] })
})

test('pages begin where the style of a book says so, and none is empty', () => {
  const css = '.new { page-break-before: always } .end { break-after: column }'
  const kindsOf = (bodies: Record<string, string>) =>
    read(bodies, { css }).parts.map((part) => (typeof part === 'string' ? part : part.k === 'page' ? part : part.k))
  const page = (opens = false) => ({ k: 'page', opens })
  expect(kindsOf({ one: '<p class="new">a</p><p class="end">b</p><p class="new">c</p><p class="end">d</p>' })).toEqual([
    'chapter',
    'p',
    'p',
    page(),
    'p',
    'p',
  ])
  expect(kindsOf({ one: '<p>a</p><div class="new"><h2>B</h2><p>c</p></div>' })).toEqual([
    'chapter',
    'p',
    page(true),
    'h',
    'p',
  ])
  expect(kindsOf({ one: '<p>a</p>', two: '<p class="new">b</p>', three: '<h1 class="new">C</h1>' })).toEqual([
    'chapter',
    'p',
    page(),
    'p',
    'chapter',
    'h',
  ])
  // The typesetter begins none within a quotation, a list or a table.
  expect(kindsOf({ one: '<p>a</p><blockquote><p class="new">b</p></blockquote>' })).toEqual(['chapter', 'p', 'quote'])
})

test('letters are as the style of a book has them, in its language', () => {
  const css =
    '.up { text-transform: uppercase } .low { text-transform: lowercase } .first { text-transform: capitalize } .no { text-transform: none } .sc { font-variant: small-caps } .wide { letter-spacing: .2em }'
  const one =
    '<h1 class="up">Straße <i class="no">am</i> See</h1><p><span class="low">LOUD</span> <b class="first">it’s the mill’s end</b></p>' +
    '<div class="up"><p lang="tr">ilk</p></div><div class="sc"><p>Old <span class="wide">far</span></p></div>'
  expect(read({ one }, { css }).parts).toEqual([
    START,
    { k: 'h', level: 1, opens: true, c: ['STRASSE ', { k: 'em', c: ['am'] }, ' SEE'] },
    p('loud', ' ', { k: 'strong', c: ['It’s The Mill’s End'] }),
    { k: 'in', lang: 'tr', dir: null, c: [p('İLK')] },
    p({ k: 'caps', c: ['Old ', { k: 'spaced', em: 0.2, c: ['far'] }] }),
  ])
})

test('words in lines of their own stand in lines, each with a break before it alone', () => {
  const css = '.l, .i { display: block } .i { margin-left: 2em }'
  const one =
    '<h1><span class="l">Part</span> <span class="l">One</span></h1>' +
    '<p><span class="l">a<br/></span>\n<span class="i">b</span><br/><span class="l">c</span></p>'
  expect(read({ one }, { css }).parts).toEqual([
    START,
    { k: 'h', level: 1, opens: true, c: ['Part', { k: 'br' }, 'One'] },
    { k: 'p', align: null, verse: true, c: ['a', { k: 'br' }, { k: 'space', em: 2 }, 'b', { k: 'br' }, 'c'] },
  ])
})

test('the number of a line stands apart from its words, at the end of its line if it is there', () => {
  const css = '.f { float: right } .a { position: absolute; right: 0 } .no { float: none } .c { text-align: center }'
  const number = (text: string, isLast: boolean) => ({ k: 'line-number', isLast, c: [text] })
  const verse = (...c: unknown[]) => ({ ...p(...c), verse: true })
  const one =
    '<p>Here<span class="f">10</span> </p><p>Rock <i>and<span class="a">[20]</span></i><br/>water<span class="lnum">21</span></p>' +
    '<p><span class="line-number">30</span>Sweat</p><p>Dry<span class="f">40</span> feet</p>' +
    '<p class="c">Sand<span class="f">50</span></p>'
  expect(read({ one }, { css }).parts).toEqual([
    START,
    p('Here', number('10', true)),
    verse('Rock ', { k: 'em', c: ['and', number('[20]', true)] }, { k: 'br' }, 'water', number('21', true)),
    p(number('30', false), 'Sweat'),
    p('Dry', number('40', false), ' feet'),
    { ...p('Sand', number('50', false)), align: 'center' },
  ])
  // What is no number, or stands among the words.
  const words = '<p>Ten<span class="f">ten</span> or <span class="no">10</span></p>'
  expect(read({ one: words }, { css }).parts).toEqual([START, p('Ten', 'ten', ' or ', '10')])
})

test('short lines in blocks of their own are lines of verse, which begin at one edge', () => {
  const css = '.in { padding-left: 3em } .prose { text-indent: 1.5em } .far { margin-top: 1em }'
  const set = (body: string) => read({ one: body }, { css }).parts.slice(1)
  const line = (c: string, edges: object = {}) => ({ ...p(c), ...edges, line: true })
  expect(set('<div><div>a</div><div class="in">b</div><div class="in">c</div></div><div>d</div>')).toEqual([
    line('a'),
    line('b', { start: 3 }),
    line('c', { start: 3 }),
    p('d'),
  ])
  // One that stands apart from the others, and blanks that a browser does not show.
  expect(set(`<div>a</div><div>b${' '.repeat(200)}c</div><div class="far">d</div>`)).toEqual([
    line('a'),
    line('b c'),
    p('d'),
  ])
  // Paragraphs: long ones, those that their style tells from each other, and those of the element for them.
  const long = 'a'.repeat(200)
  expect(set(`<div>a</div><div>${long}</div><div>b</div>`)).toEqual([p('a'), p(long), p('b')])
  expect(set('<div class="prose">a</div><div class="prose">b</div>')).toEqual([p('a'), p('b')])
  expect(set('<div class="far">a</div><div class="far">b</div>')).toEqual([p('a'), p('b')])
  expect(set('<p>a</p><p>b</p>')).toEqual([p('a'), p('b')])
  // Others that have lines themselves, or stand among paragraphs.
  const author = '<div>a<br/>b</div>'
  const two = { ...p('a', { k: 'br' }, 'b'), verse: true }
  expect(set(`${author}${author}<div>c</div><p>d</p><div>e</div>`)).toEqual([two, two, p('c'), p('d'), p('e')])
})

test('what a style sets further inside, flush or apart is so, but no margins of a screen', () => {
  const css =
    'body { margin: 5% } p { margin: 0; text-indent: 1.5em } .in { margin: 0 2em } .flush { text-indent: 0 } .hang { margin-left: 3em; text-indent: -1em } .scene { margin-top: 2em } .all { margin: 0 3em }'
  const set = (body: string) => read({ one: body }, { css }).parts.slice(1)
  const inside = (edges: object, c: string) => ({ ...p(c), ...edges })
  expect(
    set('<div class="in"><p class="flush">a</p><p>b</p></div><p class="flush">c</p><p class="hang">d</p>'),
  ).toEqual([
    inside({ start: 2, end: 2, first: 0 }, 'a'),
    inside({ start: 2, end: 2, first: 1.5 }, 'b'),
    inside({ first: 0 }, 'c'),
    inside({ start: 2, hang: 1 }, 'd'),
  ])
  expect(set('<p>a</p><p class="scene">b</p>')).toEqual([p('a'), { k: 'gap' }, p('b')])
  expect(set('<div class="all"><p>a</p></div>')).toEqual([p('a')])
  expect(set('<p>x</p><section class="all"><h2>A</h2><p>a</p></section>').at(-1)).toEqual(p('a'))
  // Of a letter of several paragraphs, each but the first one is told from that before.
  const letter = '<p>x</p><div style="margin: 1em 2em"><p>a</p><p>b</p></div>'
  expect(read({ one: letter }).parts.slice(2)).toEqual([
    inside({ start: 2, end: 2 }, 'a'),
    inside({ start: 2, end: 2, first: 1.3 }, 'b'),
  ])
})

test('headings and cells stand where their style sets them', () => {
  const css =
    '.c { text-align: center } .r { text-align: right } .l { text-align: left } .j { text-align: justify } h2 { text-align: start }'
  const one = '<div class="c"><h3>A</h3></div><h1 class="l">B</h1><h1 class="j">C</h1><h2>D</h2>'
  const [, ...heads] = read({ one }, { css }).parts
  expect(heads.map((part) => (typeof part === 'object' && part.k === 'h' ? part.align : part))).toEqual([
    'center',
    'left',
    undefined,
    undefined,
  ])
  const row = '<tr><td>a</td><td class="r">1</td><td align="center">b</td></tr>'
  const [, table] = read({ one: `<table>${row}</table>` }, { css }).parts
  const cells = typeof table === 'object' && table.k === 'table' ? table.cells : []
  expect(cells.map(({ align }) => align)).toEqual([undefined, 'right', 'center'])
})

test('what a style strikes, underlines or hides is so, links and numbers of other pages apart', () => {
  const css = '.s { text-decoration: line-through } .u, a { text-decoration: underline } .gone { visibility: hidden }'
  const one =
    '<p><span class="s">a</span> <span class="u">b</span> <a data-book-to="one#x">c</a><span class="gone">d</span>' +
    ' <span class="pagenum">[Pg 12]</span>e <span class="pagenum">twelve pages</span></p>'
  expect(read({ one }, { css }).parts).toEqual([
    START,
    p({ k: 'strike', c: ['a'] }, ' ', { k: 'line', c: ['b'] }, ' ', 'c', ' ', 'e ', 'twelve pages'),
  ])
})

test('what fills no page has one of its own, as a picture or a motto, but not the end of a chapter that was split', () => {
  const bodies = {
    one: '<h1>One</h1><p>a</p>',
    motto: '<p>b</p>',
    alone: '<div><img alt="l" data-book-src="large.png"/></div>',
  }
  const page = { k: 'page', opens: false }
  const picture = { k: 'picture', src: 'large', alt: 'l', width: 400, c: [] }
  expect(read({ ...bodies, last: '<p>c</p>' }).parts).toEqual([
    START,
    { k: 'h', level: 1, opens: true, c: ['One'] },
    p('a'),
    page,
    p('b'),
    page,
    { ...picture, isWhole: true },
    page,
    p('c'),
  ])
  const long = `<h1>One</h1>${`<p>${'a'.repeat(1000)}</p>`.repeat(60)}`
  expect(read({ long, end: '<p>b</p>' }).parts.filter((part) => typeof part === 'object' && part.k === 'page')).toEqual(
    [],
  )
  expect(read({ one: `${bodies.alone}<p>Words</p>` }).parts).toContainEqual(picture)
})
