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
