import { expect, test } from 'vitest'
import { readLooks } from './simple-looks.ts'
import { aDocument } from './testing-epub.ts'
import { descendantsOf, readTree } from './xml-tree.ts'

const paragraphs = (body: string) => descendantsOf(readTree(aDocument(body)), 'p')
const looksOf = (css: string, paragraph: string) => paragraphs(paragraph).map(readLooks([css], /^(?:all|print)$/))[0]

test('a class says more than a name, later rules more than earlier ones, and the element most', () => {
  const css =
    '.a { font-style: italic; text-align: center } .b { font-style: normal } p { font-style: oblique; font-weight: 700 } p.a { display: none }'
  expect(looksOf(css, '<p class="b a" style="text-align: right">x</p>')).toEqual({
    italic: false,
    bold: true,
    align: 'right',
    hidden: true,
  })
  expect(looksOf(css, '<p>x</p>')).toEqual({ italic: true, bold: true })
  expect(looksOf('div p, p:first-child, p > .a, #p { font-weight: bold }', '<p class="a" id="p">x</p>')).toEqual({})
  expect(looksOf('p { font-style: inherit; text-align: inherit }', '<p>x</p>')).toEqual({})
})

test('a rule is as high as it stands and as it says, whatever its selector says elsewhere', () => {
  const italic = (css: string, attributes = 'class="a b"') => looksOf(css, `<p ${attributes}>x</p>`)?.italic
  // A later rule of the same selector for another property does not raise this one.
  expect(italic('.a { font-style: italic } .b { font-style: normal } .a { font-weight: bold }')).toBe(false)
  expect(italic('.a { font-style: italic } .b { font-style: normal } .a { font-style: italic }')).toBe(true)
  expect(italic('p.a { font-style: italic } .b { font-style: normal } .a { font-style: normal }')).toBe(true)
  expect(italic('.b, .a { font-style: italic } .b { text-align: center } .a { font-style: normal }')).toBe(false)
  // What is important is above what is not, also of a style attribute.
  expect(italic('p { font-style: italic !important } p.a { font-style: normal }')).toBe(true)
  expect(italic('p { font-style: italic !important } p { font-style: normal }')).toBe(true)
  expect(italic('p { font-style: italic !important }', 'style="font-style: normal"')).toBe(true)
  expect(italic('p { font-style: italic !important }', 'style="font-style: normal !important"')).toBe(false)
  expect(italic('.a { font-style: italic; font-style: normal }')).toBe(false)
})

test('rules are for the media that are meant', () => {
  const css =
    '@media screen { p { font-weight: bold } } @media print, tv { p { font-style: italic } } @supports (x: y) { p { display: none } }'
  expect(looksOf(css, '<p>x</p>')).toEqual({ italic: true })
})

test('many rules cost no more for each element', () => {
  const css = Array.from({ length: 20_000 }, (_, at) => `.c${at} { font-weight: bold }`).join('')
  const all = paragraphs(Array.from({ length: 20_000 }, (_, at) => `<p class="c${at}">x</p>`).join(''))
  const looks = readLooks([css], /^all$/)
  const before = process.cpuUsage()
  expect(all.every((one) => looks(one).bold)).toBe(true)
  const { user } = process.cpuUsage(before)
  expect(user).toBeLessThan(1_000_000)
})

test('lengths are in letters of the text, also within the bounds that editions have', () => {
  const css =
    '.a { margin: min(2em,25vh) 10% 0 min(3em,15%); text-indent: max(-2em,-30%) } .b { margin: 1em auto; padding-left: 12pt; letter-spacing: normal }'
  const around = { above: 2, right: 2.5, below: 0, left: 3 }
  expect(looksOf(css, '<p class="a">x</p>')).toEqual({ ...around, indent: -2 })
  expect(looksOf(css, '<p class="b" style="letter-spacing: .2em">x</p>')).toEqual({
    above: 1,
    right: 0,
    below: 1,
    left: 0,
    padLeft: 1,
    spacing: 0.2,
  })
  // What all paragraphs have at their sides is the margin of a screen.
  expect(
    looksOf('p { margin: 0 1em; text-indent: 1em } .c { margin: calc(1em + 2px) 0 }', '<p class="c">x</p>'),
  ).toEqual({ indent: 1 })
})

test.each([
  ['page-break-before: always', { newPage: true }],
  ['break-before: recto', { newPage: true }],
  ['break-before: column', { newPage: true }],
  ['page-break-before: avoid', { newPage: false }],
  ['break-after: verso', { endsPage: true }],
  ['text-transform: uppercase', { letters: 'upper' }],
  ['text-transform: capitalize', { letters: 'capitalized' }],
  ['text-transform: none', { letters: 'typed' }],
  ['visibility: hidden', { unseen: true }],
  ['display: block', { hidden: false, ownLine: true }],
  ['display: inline-block', { hidden: false, ownLine: false }],
])('%s is a look', (style, looks) => {
  expect(looksOf(`p { ${style} }`, '<p>x</p>')).toEqual(looks)
})
