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
      files: { 'p.png': { type: 'image/png', data: PNG }, 'q.png': { type: 'image/png', data: PNG } },
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

test('a chapter that names no language has that of its book', async () => {
  const named = aDocument('<p>街灯守</p>').replace('<html', '<html xml:lang="zh"')
  const book = await readBook(
    anEpub({ metadata: '<dc:language>jpn</dc:language>', chapters: { one: '<p>街灯守</p>', two: named } }),
  )
  const languages: string[] = []
  for (const at of [0, 1]) {
    await frame.show(book, at, PHONE)
    languages.push(await frame.frame.evaluate(() => document.documentElement.lang))
  }
  expect(languages).toEqual(['ja', 'zh'])
})

test('words run in their own direction in a book that goes on to the left', async () => {
  const words = { one: '<p>奥付　街灯守の暦。</p>', two: '<p>המנורה דלקה.</p>', three: '<p dir="rtl">One.</p>' }
  const book = await readBook(anEpub({ spine: 'page-progression-direction="rtl"', chapters: words }))
  const directions = () =>
    [document.body, ...document.querySelectorAll('p')].map((one) => getComputedStyle(one).direction)
  for (const [at, ofWords] of ['ltr', 'rtl', 'rtl'].entries()) {
    await frame.show(book, at, PHONE)
    expect(await frame.frame.evaluate(directions)).toEqual(['rtl', ofWords])
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

test('a small picture that stands for a note is enlarged, with the words of the note', async () => {
  const picture = (name: string) => `<img class="${name}" src="p.png" alt="A note." width="12" height="12"/>`
  const names = ['qqreader-footnote', 'zhangyue-footnote', 'ornament']
  await frame.show(await aBook('', `<p>${SENTENCE}${names.map(picture).join('')}</p>`), 0, PHONE)
  const buttons = () => [...document.querySelectorAll('img')].map((one) => one.getAttribute('role'))
  expect(await frame.frame.evaluate(buttons)).toEqual(['button', 'button', null])
})

test('icons and characters of a font of the book keep it under a chosen face', async () => {
  const style = '.s{font-family:Signs} .b::before{content:"\\e001"}'
  const signs = '<span class="s">\ue001</span><i class="s b"></i><span class="s">Word</span>'
  await frame.show(await aBook(style, `<p>${SENTENCE} ${signs}</p>`), 0, { ...PHONE, face: 'Verdana' })
  const faces = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('.s')].map((one) => getComputedStyle(one).fontFamily),
  )
  expect(faces).toEqual(['Signs', 'Signs', 'Verdana'])
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

test('a line between parts that is nothing but a ground is seen in dark colours', async () => {
  const grounds = [
    'background-color:#1a1a1a',
    'background:linear-gradient(90deg,transparent,#000,transparent)',
    'background:url(p.png) no-repeat center',
    'margin:1em',
  ]
  const book = await aBook(
    `hr{border:none;height:1px} ${grounds.map((one, at) => `.l${at}{${one}}`).join(' ')}`,
    grounds.map((_, at) => `<p>${SENTENCE}</p><hr class="l${at}"/>`).join(''),
  )
  const colors = () => [...document.querySelectorAll('hr')].map((one) => getComputedStyle(one).backgroundColor)
  await frame.show(book, 0, { ...PHONE, room: 'night' })
  const [line, gradient, picture, none] = await frame.frame.evaluate(colors)
  expect([picture, none]).toEqual(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'])
  expect([line, gradient]).not.toContain('rgb(26, 26, 26)')
  expect([line, gradient]).not.toContain(none)
  await frame.change(PHONE)
  expect((await frame.frame.evaluate(colors))[0]).toBe('rgb(26, 26, 26)')
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

test('a drawing without a view box is whole, whatever its size is stated in', async () => {
  const corner = (x: string, y: string) => `<text x="${x}" y="${y}">Far corner</text>`
  const drawings = [
    drawing('width="40em" height="20em"', corner('33em', '15em')),
    drawing('width="100%" height="100%"', corner('520', '780')),
    drawing('width="210mm" height="100mm"', corner('180mm', '90mm')),
    drawing('class="large"', corner('720', '280')),
    drawing('width="90%" height="4em"', corner('1em', '2em')),
  ]
  const book = await aBook('.large{width:800px;height:300px}', drawings.map((one) => `<p>${one}</p>`).join(''))
  const areWhole = () =>
    [...document.querySelectorAll('text')].map((text) => {
      const [inner, outer] = [text, text.ownerSVGElement ?? text].map((one) => one.getBoundingClientRect())
      return inner && outer && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1
    })
  await frame.show(book, 0, PHONE)
  expect(await frame.frame.evaluate(areWhole)).toEqual([true, true, true, true, true])
  await frame.change({ ...PHONE, size: 40 })
  expect(await frame.frame.evaluate(areWhole)).toEqual([true, true, true, true, true])
  // One that has room is drawn as it is.
  const boxes = () => [...document.querySelectorAll('svg')].map((one) => one.getAttribute('viewBox'))
  await frame.change({ ...PHONE, width: 1280, height: 800 })
  expect((await frame.frame.evaluate(boxes)).at(-1)).toBeNull()
})

test('a drawing that fills its box is not cut off', async () => {
  const label = '<rect width="300" height="300"/><text x="10" y="20">Top</text>'
  const fills = ['xMidYMid slice', 'xMinYMin slice', 'xMidYMid meet']
  const book = await aBook(
    'svg{width:100%;height:90px}',
    fills.map((fill) => drawing(`viewBox="0 0 300 300" preserveAspectRatio="${fill}"`, label)).join(''),
  )
  await frame.show(book, 0, PHONE)
  const areWhole = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('text')].map((text) => {
      const [inner, outer] = [text, text.ownerSVGElement ?? text].map((one) => one.getBoundingClientRect())
      return inner && outer && inner.top >= outer.top - 1
    }),
  )
  expect(areWhole).toEqual([true, true, true])
})

test('a formula that is longer or higher than its column is moved within it by keys, and leaves room beside it', async () => {
  const math = (content: string, attributes = '') =>
    `<math xmlns="http://www.w3.org/1998/Math/MathML" ${attributes}>${content}</math>`
  const long = (count: number) => `<mrow>${'<mi>alpha</mi><mo>+</mo>'.repeat(count)}<mi>omega</mi></mrow>`
  const high = `<mtable>${'<mtr><mtd><mi>alpha</mi></mtd></mtr>'.repeat(70)}</mtable>`
  const book = await aBook(
    '',
    `<p>${SENTENCE} ${math(long(40))} ${SENTENCE}</p>${math(high, 'display="block"')}<p>${math(long(2))}</p>` +
      `<table><tr><td class="words">${SENTENCE}</td><td>${math(long(20))}</td></tr></table>`,
  )
  for (const flow of ['paged', 'scrolled'] as const) {
    await frame.show(book, 0, { ...PHONE, size: 28, flow })
    const formulas = await frame.frame.evaluate(() =>
      [...document.querySelectorAll('math')].map((one) => {
        const { width, height } = one.getBoundingClientRect()
        const isWithin = width <= innerWidth && height <= innerHeight
        return [isWithin, (one as unknown as HTMLElement).tabIndex === 0]
      }),
    )
    // Scrolled text has no end that would cut a high one off.
    expect(formulas, flow).toEqual([
      [true, true],
      flow === 'paged' ? [true, true] : [false, false],
      [true, false],
      [true, true],
    ])
    const room = () => Number(document.querySelector('.words')?.getBoundingClientRect().width)
    expect(await frame.frame.evaluate(room), flow).toBeGreaterThan(90)
  }
  // Where there is room for all cells, a formula has what it needs.
  const numbered = await aBook('', `<table><tr><td>${math(long(6))}</td><td>(1)</td></tr></table>`)
  await frame.show(numbered, 0, { ...PHONE, width: 1280, height: 800 })
  const isWhole = () => [...document.querySelectorAll('math')].every((one) => one.scrollWidth <= one.clientWidth + 1)
  expect(await frame.frame.evaluate(isWhole)).toBe(true)
})

test('words in place of the numbers of a list stand in its lines where there is no room beside them', async () => {
  const list = (name: string) => `<ol class="${name}"><li>${SENTENCE}</li><li>${SENTENCE}</li></ol>`
  const book = await aBook(
    `.string li{list-style-type:"The step that comes now: "} .content li::marker{content:"Instruction " counter(list-item) ": "}
     .short li{list-style-type:"– "}`,
    ['string', 'content', 'short', 'numbers'].map(list).join(''),
  )
  await frame.show(book, 0, { ...PHONE, size: 28 })
  const positions = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('li:first-child')].map((one) => getComputedStyle(one).listStylePosition),
  )
  expect(positions).toEqual(['inside', 'inside', 'outside', 'outside'])
})

test('a first line, and what stands before a text, can be read in any colours of the book', async () => {
  const book = await aBook(
    `.line::first-line{color:#eee} .letter::first-letter{color:#f8f8f8} .before::before{content:"Told: ";color:#eee}
     .mark::marker{color:#eee} .initial::first-letter{color:#fff;background:#222} .gray::before{content:"* ";color:#555}`,
    ['line', 'letter', 'before', 'initial', 'gray'].map((name) => `<p class="${name}">${SENTENCE}</p>`).join('') +
      `<ul><li class="mark">${SENTENCE}</li></ul>`,
  )
  await frame.show(book, 0, { ...PHONE, room: 'sepia' })
  const colors = await frame.frame.evaluate(() =>
    Object.entries({
      line: '::first-line',
      letter: '::first-letter',
      before: '::before',
      mark: '::marker',
      initial: '::first-letter',
      gray: '::before',
    }).map(([name, part]) => getComputedStyle(document.querySelector(`.${name}`) ?? document.body, part).color),
  )
  const ink = 'rgb(20, 21, 28)'
  expect(colors).toEqual([ink, ink, ink, ink, 'rgb(255, 255, 255)', 'rgb(85, 85, 85)'])
})

test('heads of a table that stand on their side stay above their columns', async () => {
  const head = '<th>Average of the whole northwestern harbour in summer</th>'
  const row = `<tr>${'<td>12</td>'.repeat(4)}</tr>`
  const book = await aBook(
    'th{writing-mode:vertical-rl;white-space:nowrap}',
    `<table><tr>${head.repeat(4)}</tr>${row}</table><p>${SENTENCE}</p>`,
  )
  await frame.show(book, 0, { ...PHONE, width: 320, height: 480, size: 28 })
  const displays = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('th, td')].map((one) => getComputedStyle(one).display),
  )
  expect([...new Set(displays)]).toEqual(['table-cell'])
})

test('a formula that KaTeX has written is shown once, as MathML', async () => {
  const math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>+</mo><mi>y</mi></math>'
  const letters =
    '<span class="katex-html" aria-hidden="true"><span style="top:-3em;position:relative">x+y</span></span>'
  const hidden = '.katex-mathml{position:absolute;clip:rect(1px,1px,1px,1px);width:1px;height:1px;overflow:hidden}'
  const book = await aBook(
    hidden,
    `<p><span class="katex"><span class="katex-mathml">${math}</span>${letters}</span></p><p>${letters}</p><p>${math}</p>`,
  )
  await frame.show(book, 0, PHONE)
  const seen = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('math, .katex-html')].map((one) => one.getBoundingClientRect().width > 1),
  )
  expect(seen).toEqual([true, false, true, true])
})

test('a passage is chosen wherever the pointer is let go, also below the book', async () => {
  await frame.show(await aBook('', `<p>${SENTENCE}</p>`.repeat(5)), 0, { ...PHONE, width: 800, height: 500 })
  await page.setViewportSize({ width: 900, height: 700 })
  const [left = 0, top = 0, bottom = 0] = await frame.frame.evaluate(() => {
    const [first, last] = [...document.querySelectorAll('p')].map((one) => one.getBoundingClientRect())
    return [first?.left ?? 0, first?.top ?? 0, last?.bottom ?? 0]
  })
  for (const [x, y] of [
    [left + 100, bottom - 5],
    [850, bottom - 5],
    [left + 100, 650],
  ] as const) {
    const chosen = page.evaluate(() =>
      (window as unknown as { host: { next: (kind: string) => Promise<unknown> } }).host.next('selected'),
    )
    await page.mouse.move(left + 5, top + 10)
    await page.mouse.down()
    await page.mouse.move(left + 60, top + 10, { steps: 3 })
    await page.mouse.move(x, y, { steps: 3 })
    await page.mouse.up()
    expect(await chosen, `let go at ${x}, ${y}`).toMatchObject({ start: 0 })
    await frame.frame.evaluate(() => getSelection()?.removeAllRanges())
  }
})

test('words that a style adds stay where they begin, and its lines keep their size', async () => {
  const book = await aBook(
    `.moved::before{content:"Told: ";display:inline-block;transform:translateX(-9999px)} .pale::after{content:" End";opacity:0}
     .turned::before{content:"Note ";float:left;rotate:180deg} .line::after{content:"";display:block;height:2px;background:#888}`,
    ['moved', 'pale', 'turned', 'line'].map((name) => `<p class="${name}">${SENTENCE}</p>`).join(''),
  )
  await frame.show(book, 0, PHONE)
  const looks = await frame.frame.evaluate(() =>
    Object.entries({ moved: '::before', pale: '::after', turned: '::before', line: '::after' }).map(([name, part]) => {
      const { transform, rotate, opacity, height } = getComputedStyle(
        document.querySelector(`.${name}`) ?? document.body,
        part,
      )
      return [transform, rotate, opacity, name === 'line' ? height : '']
    }),
  )
  expect(looks).toEqual([
    ['none', 'none', '1', ''],
    ['none', 'none', '1', ''],
    ['none', 'none', '1', ''],
    ['none', 'none', '1', '2px'],
  ])
})

test('a grid and a row of boxes that have room for their words stay so over many screens', async () => {
  const boxes = `<p>${SENTENCE}</p>`.repeat(60)
  const book = await aBook(
    '.grid{display:grid;grid-template-columns:repeat(2,1fr);gap:1em} .row{display:flex;flex-wrap:wrap;gap:1em} .row p{flex:0 1 40%}',
    `<div class="grid">${boxes}</div><div class="row">${boxes}</div>`,
  )
  const displays = () => [...document.querySelectorAll('div')].map((one) => getComputedStyle(one).display)
  await frame.show(book, 0, { ...PHONE, width: 1280, height: 800 })
  expect(await frame.frame.evaluate(displays)).toEqual(['grid', 'flex'])
  await frame.change({ ...PHONE, width: 1280, height: 800, flow: 'scrolled' })
  expect(await frame.frame.evaluate(displays)).toEqual(['grid', 'flex'])
})

test('text can be read on the gradients and pictures of a dark book, and where a picture is missing', async () => {
  const book = await aBook(
    `body{background:#111;color:#eee} .gradient{background:linear-gradient(#333,#222)} .light{background:linear-gradient(90deg,#fff,#eee)}
     .picture{background:#222 url(p.png)} .own{background-image:url(p.png);color:#123} .gone{background-image:url(q.png);color:#eee}`,
    ['gradient', 'light', 'picture', 'own', 'gone'].map((name) => `<p class="${name}">${SENTENCE}</p>`).join(''),
  )
  book.files.delete('OPS/q.png')
  await frame.show(book, 0, PHONE)
  const looks = await frame.frame.evaluate(() =>
    [...document.querySelectorAll('p')].map((one) => {
      const { color, backgroundImage } = getComputedStyle(one)
      return [color, backgroundImage.includes('url(')]
    }),
  )
  const [ink, white] = ['rgb(20, 21, 28)', 'rgb(255, 255, 255)']
  expect(looks).toEqual([
    [white, false],
    [ink, false],
    [white, false],
    ['rgb(17, 34, 51)', true],
    [ink, false],
  ])
})
