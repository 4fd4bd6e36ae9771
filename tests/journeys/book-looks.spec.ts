import { type Page, expect, test } from '@playwright/test'
import {
  type BookFrame,
  openBookFrame,
  readBook,
  type ReadBook,
  type Setting,
} from '#tests/book-geometry/book-frame.ts'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'

const PHONE: Setting = { width: 390, height: 844, size: 18 }
const SENTENCE = 'A lamp was lit above the quay, and one by one the boats came home under it.'
const PICTURE = '<img src="p.png" alt="A lamp" width="120" height="90"/>'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const drawing = (attributes: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
const cover = (attributes: string, more = '') =>
  drawing(
    'viewBox="0 0 600 800" width="100%" height="100%" preserveAspectRatio="none"',
    `<image width="600" height="800" ${attributes} xlink:href="p.png"/>${more}`,
  )

let page: Page
let frame: BookFrame

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  frame = await openBookFrame(page)
})
test.afterAll(() => page.close())

const aBook = (style: string, body: string): Promise<ReadBook> =>
  readBook(
    anEpub({
      chapters: { one: aDocument(body, `<style>${style}</style>`) },
      files: { 'p.png': { type: 'image/png', data: PNG } },
    }),
  )

test('a page of the book begins on a screen, whatever the style calls its break', async () => {
  const breaks = [
    'page-break-before:always',
    'break-before:page',
    'break-before:right',
    '-webkit-column-break-before:always',
    'page-break-before:left !important',
  ]
  const sections = breaks.map((style) => `<section style="${style}"><p>${SENTENCE}</p></section>`)
  await frame.show(
    await aBook(
      '.end{page-break-after:always}',
      `<p class="end">${SENTENCE}</p><p>${SENTENCE}</p>${sections.join('')}`,
    ),
    0,
    PHONE,
  )
  const screens = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('p')].map((one) =>
      Math.floor((one.getBoundingClientRect().left + document.documentElement.scrollLeft) / innerWidth),
    ),
  )
  expect(screens).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('the chosen letters and lines win over any style, and code keeps its letters', async () => {
  const book = await aBook(
    'p.x{font:12px/1 cursive !important} .y{line-height:1 !important;font-family:fantasy !important}',
    `<p class="x">${SENTENCE}</p><div class="y"><p style="font-family:serif !important">${SENTENCE}</p></div><pre>code</pre>`,
  )
  await frame.show(book, 0, { ...PHONE, leading: 1.9, face: 'Verdana' })
  const looks = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('p, pre')].map((one) => {
      const { fontFamily, fontSize, lineHeight } = getComputedStyle(one)
      return [fontFamily, Math.round((100 * Number.parseFloat(lineHeight)) / Number.parseFloat(fontSize)) / 100]
    }),
  )
  expect(looks.slice(0, 2)).toEqual([
    ['Verdana', 1.9],
    ['Verdana', 1.9],
  ])
  expect(looks[2]?.[0]).toBe('monospace')
})

test('a chapter that waits for a script to show it is shown', async () => {
  for (const style of [
    ':root{visibility:hidden;opacity:0}',
    'html,body{visibility:hidden}',
    'html{visibility:collapse!important}',
  ]) {
    await frame.show(await aBook(style, `<p>${SENTENCE}</p>`), 0, PHONE)
    const seen = () => [document.body, ...document.querySelectorAll('p')].map((one) => getComputedStyle(one).visibility)
    expect(await frame.frame.evaluate(seen), style).toEqual(['visible', 'visible'])
  }
})

test('a cover in a drawing keeps its proportions, and a drawing that is stretched on purpose does not', async () => {
  const rule = '<line x1="0" y1="0" x2="600" y2="800"/>'
  const book = await aBook('', cover('') + cover('preserveAspectRatio="none"') + cover('', rule))
  await frame.show(book, 0, PHONE)
  const stretched = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('svg')].map((one) => one.outerHTML.split('preserveAspectRatio="none"').length - 1),
  )
  expect(stretched).toEqual([0, 0, 1])
})

test('a drawing of a size without a view box shrinks with its screen', async () => {
  const corner = '<text x="700" y="280">Far corner</text>'
  const sizes = [
    'width="900" height="300"',
    'width="900px" height="300px"',
    'width="900" height="300" viewBox="0 0 900 300"',
  ]
  await frame.show(await aBook('', sizes.map((size) => `<p>${drawing(size, corner)}</p>`).join('')), 0, PHONE)
  const ends = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('text')].map((one) => one.getBoundingClientRect().right <= innerWidth),
  )
  expect(ends).toEqual([true, true, true])
})

test('pictures are seen where a style hides or moves them, on a light ground in dark colours', async () => {
  const styles = [
    'opacity:0;transition:opacity 1s',
    'transform:translateX(-9999px)',
    'position:absolute;left:-500px;mix-blend-mode:multiply',
  ]
  const book = await aBook(
    styles.map((style, at) => `.s${at} img{${style}}`).join(''),
    styles.map((_, at) => `<p class="s${at}">${PICTURE}</p>`).join(''),
  )
  await frame.show(book, 0, { ...PHONE, room: 'night' })
  const pictures = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('img')].map((one) => {
      const { opacity, mixBlendMode, backgroundColor } = getComputedStyle(one)
      const { left, right } = one.getBoundingClientRect()
      return [opacity, mixBlendMode, backgroundColor, left >= 0 && right <= innerWidth]
    }),
  )
  expect(pictures).toEqual(Array(3).fill(['1', 'normal', 'rgb(255, 255, 255)', true]))
})

test('nothing light of a book lies behind light letters in dark colours', async () => {
  const book = await aBook(
    '.s{box-shadow:inset 0 -1.2em 0 #ff0} .g{background:linear-gradient(#fff,#fff)} .b::before{content:"12";background:linear-gradient(#fff,#fff)}',
    ['s', 'g', 'b'].map((name) => `<p class="${name}">${SENTENCE}</p>`).join(''),
  )
  await frame.show(book, 0, { ...PHONE, room: 'night' })
  const grounds = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('p')].flatMap((one) =>
      [getComputedStyle(one), getComputedStyle(one, '::before')].map(
        ({ backgroundImage, boxShadow }) => `${backgroundImage} ${boxShadow}`,
      ),
    ),
  )
  expect(new Set(grounds)).toEqual(new Set(['none none']))
})

test('text in a thin box, a thin column of a row, or a thin cell has lines of some letters', async () => {
  const book = await aBook(
    '.f{float:right;width:60px} .r{display:flex} .r .n{flex:0 0 30px} span.i{display:inline-block;width:30px} .t{display:table;width:1200px;table-layout:fixed} .t p{display:table-cell}',
    `<p class="f">${SENTENCE}</p><p>${SENTENCE}</p><div class="r"><p class="n">${SENTENCE}</p><p>${SENTENCE}</p></div><p><span class="i">${SENTENCE}</span></p><div class="t">${`<p>${SENTENCE}</p>`.repeat(9)}</div><table style="table-layout:fixed" width="900"><col width="900"/><col width="9"/><tr><td>Row</td><td><b class="i">${SENTENCE}</b></td></tr></table>`,
  )
  await frame.show(book, 0, { ...PHONE, size: 28 })
  const widths = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('body p, .i')].map((one) => one.getClientRects()[0]?.width ?? 0),
  )
  expect(Math.min(...widths)).toBeGreaterThan(3 * 28)
})
