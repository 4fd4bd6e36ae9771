import { type BrowserContext, type Locator, type Page, expect, test } from '@playwright/test'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { type Person, aBook, aKnownBook, browserOf, sharedPerson, theSite } from './people.ts'
import { knownPdfs, pathOf } from './printed-pdf.ts'
import { chooseView, viewButton, viewChoice } from './reader-bar.ts'
import { collectPageErrors } from './watched-page.ts'

const PHONE = { width: 390, height: 844 }
/** Type that is read with ease on a phone. */
const READABLE_PX = 16
const PAGES = 12
const SMALL_PAGE = { width: 420, height: 595 }
const COLUMN = { left: 110, width: 200 }

let reader: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]
let book: string

test.beforeAll(async ({ browser }) => {
  reader = await sharedPerson('reader')
  book = (await aBook(await sharedPerson('author'), { title: 'Wide Margins' }, theSite(), await aPdfWithMargins()))._id
  const { storageState } = { storageState: await (await browserOf(browser, reader)).storageState() }
  context = await browser.newContext({ storageState, viewport: PHONE, hasTouch: true, isMobile: true })
  pageErrors = await collectPageErrors(context)
})
test.beforeEach(async () => {
  page = await context.newPage()
})
test.afterEach(async () => {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (/^(?:zoom|rotation|reading):/.test(key)) localStorage.removeItem(key)
  })
  await page.close()
  expect(pageErrors).toEqual([])
})
test.afterAll(() => context.close())

/** A narrow column of text between wide margins, with running heads and page numbers that are wider than it. */
const aPdfWithMargins = async () => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  const words = 'the tide came in over the sand and no lamp was lit along the quay that night'.split(' ')
  for (let number = 1; number <= PAGES; number += 1) {
    const sheet = pdf.addPage([SMALL_PAGE.width, SMALL_PAGE.height])
    sheet.drawText('A book with wide margins and a head that is wider than its text', { x: 20, y: 560, size: 12, font })
    sheet.drawText(`page ${number}`, { x: 360, y: 20, size: 12, font })
    for (let row = 0; row < 24; row += 1) {
      const rotated = words.map((_, i) => words[(i + row * number) % words.length] ?? '')
      let text = ''
      while (font.widthOfTextAtSize(`${text} ${rotated[0]}`, 11) < COLUMN.width)
        text = `${text} ${rotated.shift()}`.trim()
      sheet.drawText(text, { x: COLUMN.left, y: 500 - row * 17, size: 11, font })
    }
  }
  return Buffer.from(await pdf.save())
}

const at = (number: number) => page.getByRole('region', { name: `Page ${number} of ${PAGES}` })
const open = async (id = book, number = 1) => {
  await page.goto(`/read/${id}#page=${number}`)
  await expect(page.locator(`.page[data-page-number="${number}"] .endOfContent`)).toBeAttached({ timeout: 30_000 })
}

/** The size of the letters that most of a page's text has, and how far the text reaches out of the window, in pixels. */
const typeOf = (number: number) =>
  page.locator(`.page[data-page-number="${number}"] .textLayer`).evaluate((layer) => {
    const runs = [...layer.querySelectorAll('span')].filter(
      (run) => run.childElementCount === 0 && run.textContent?.trim(),
    )
    const sizes = runs.flatMap((run) =>
      Array.from({ length: run.textContent?.length ?? 0 }, () => Number.parseFloat(getComputedStyle(run).fontSize)),
    )
    const container = layer.closest('.pdfViewer')?.parentElement as HTMLElement
    return {
      size: sizes.sort((one, other) => one - other)[Math.floor(sizes.length / 2)] ?? 0,
      sideways: container.scrollWidth - container.clientWidth,
      left: Math.min(...runs.map((run) => run.getBoundingClientRect().left).filter((left) => left > 0)),
    }
  })

const view = (name: string) => chooseView(page, name === 'Tap or swipe' ? 'Turn pages by' : 'Fit', name)

type TouchKind = 'touchStart' | 'touchMove' | 'touchEnd'

/** Touches of one finger, 20 ms apart for the page, which compares the times of events, however slow the machine is. */
const touch = async (events: [type: TouchKind, x?: number, y?: number][]) => {
  const session = await context.newCDPSession(page)
  const begunAt = Date.now() / 1000
  for (const [i, [type, x, y = 400]] of events.entries())
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
      timestamp: begunAt + i * 0.02,
    })
  await session.detach()
}
const tapEvents = (x: number, y?: number): [TouchKind, number?, number?][] => [['touchStart', x, y], ['touchEnd']]
const tap = (x: number, y?: number) => touch(tapEvents(x, y))
const doubleTap = (x: number) => touch([...tapEvents(x), ...tapEvents(x)])

test('a book opens with its text as wide as the screen, without running heads and margins', async () => {
  await open()
  const { size, sideways } = await typeOf(2)
  // The column of 200 points with its margin of 6 on either side, in a window of 390 pixels.
  expect(size).toBeGreaterThan((11 * 390) / 222)
  expect(size).toBeGreaterThan(READABLE_PX)
  expect(sideways).toBe(0)
  await viewButton(page).tap()
  await expect(viewChoice(page, 'Fit', 'Text')).toBeChecked()
})

test('width, page and text are fitted by choice, and remembered for the book', async () => {
  await open()
  const text = await typeOf(1)
  await view('Width')
  await expect.poll(async () => (await typeOf(1)).size).toBeLessThan(text.size * 0.6)
  const width = await typeOf(1)
  expect(width.size).toBeCloseTo((11 * 390) / SMALL_PAGE.width, 0)
  await open()
  expect((await typeOf(1)).size).toBeCloseTo(width.size, 0)
  await view('Text')
  await expect.poll(async () => (await typeOf(1)).size).toBeCloseTo(text.size, 0)
})

test('text that is fitted at the top of a page begins there, and not with the page before', async () => {
  await open()
  const text = await typeOf(1)
  await view('Width')
  await page.goto('/about')
  await open(book, 3)
  await view('Text')
  await expect.poll(async () => (await typeOf(3)).size).toBeCloseTo(text.size, 0)
  const [sheet, screen] = await Promise.all([
    page.locator('.page[data-page-number="3"]').boundingBox(),
    at(3).boundingBox(),
  ])
  expect(Math.abs((sheet?.y ?? 0) - (screen?.y ?? 0))).toBeLessThan(2)
})

test('a double tap fits the width, and another the text again, and the tapped line stays in place', async () => {
  await open(book, 3)
  const before = await typeOf(3)
  const lineAt = () =>
    page.evaluate(() => document.elementsFromPoint(120, 400).find((one) => one.matches('.textLayer span'))?.textContent)
  const line = await lineAt()
  await doubleTap(120)
  await expect.poll(async () => (await typeOf(3)).size).toBeLessThan(before.size * 0.6)
  await doubleTap(120)
  await expect.poll(async () => (await typeOf(3)).size).toBeCloseTo(before.size, 0)
  await expect.poll(lineAt).toBe(line)
})

test('two fingers that part enlarge the page, and nothing else of the screen', async () => {
  await open()
  const before = await typeOf(1)
  await pinch(60, 160)
  await expect.poll(async () => (await typeOf(1)).size).toBeGreaterThan(before.size * 1.5)
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  const pinched = await typeOf(1)
  await expect.poll(() => page.evaluate((id) => localStorage.getItem(`zoom:${id}`), book)).toMatch(/^text:\d/)
  await open()
  expect((await typeOf(1)).size).toBeCloseTo(pinched.size, 0)
})

/** Two fingers around the middle, from one distance to the other. */
const pinch = async (from: number, to: number) => {
  const session = await context.newCDPSession(page)
  const send = (type: TouchKind, distance?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        distance === undefined ? [] : [-1, 1].map((side, id) => ({ x: 195 + (side * distance) / 2, y: 400, id })),
    })
  await send('touchStart', from)
  for (let step = 1; step <= 10; step += 1) await send('touchMove', from + ((to - from) * step) / 10)
  await send('touchEnd')
}

const swipe = (from: number, to: number) =>
  touch([
    ['touchStart', from],
    ...[1, 2, 3, 4, 5].map((step): [TouchKind, number] => ['touchMove', from + ((to - from) * step) / 5]),
    ['touchEnd'],
  ])

test('page by page, a tap at the side and a swipe turn the page, and the choice is kept', async () => {
  await open()
  await view('Tap or swipe')
  await expect(page.locator('.pdfViewer .page')).toHaveCount(1)
  await tap(360)
  await expect(at(2)).toBeVisible()
  await swipe(320, 80)
  await expect(at(3)).toBeVisible()
  await swipe(80, 320)
  await expect(at(2)).toBeVisible()
  await tap(20)
  await expect(at(1)).toBeVisible()
  await open()
  await expect(page.locator('.pdfViewer .page')).toHaveCount(1)
})

/** The end and the middle of the mark on the second line of a page, and how far the mark is from its text, in pixels. */
const measureMark = async (number: number) => {
  const sheet = page.locator(`.page[data-page-number="${number}"]`)
  const [text, mark] = await Promise.all([
    sheet.locator('.textLayer > span', { hasText: /./ }).nth(SECOND_LINE).boundingBox(),
    sheet.locator('[data-mark] > span').first().boundingBox(),
  ])
  // It is drawn again meanwhile.
  if (!text || !mark) return { end: 0, middle: 0, apart: Infinity }
  const middleOf = ({ y, height }: typeof text) => y + height / 2
  const apart = Math.max(Math.abs(text.x - mark.x), Math.abs(middleOf(text) - middleOf(mark)))
  return { end: mark.x + mark.width, middle: middleOf(mark), apart }
}
/** After the running head, the page number and the first line. */
const SECOND_LINE = 3
/** In pixels: the box of an element is a little higher than that of its letters. */
const MAX_APART = 4
/** The place of the mark on the second line of a page, once it is drawn on its text. */
const markOn = async (number: number) => {
  let mark = await measureMark(number)
  await expect.poll(async () => (mark = await measureMark(number)).apart).toBeLessThan(MAX_APART)
  return mark
}
const marking = () => page.getByRole('dialog', { name: 'Mark this passage' })

const selectLine = async (number: number) => {
  const line = page.locator(`.page[data-page-number="${number}"] .textLayer > span`, { hasText: /./ }).nth(SECOND_LINE)
  // Another view draws the page again, which ends a selection on it.
  await expect(async () => {
    await line.evaluate((span) => document.getSelection()?.selectAllChildren(span))
    await expect(marking()).toBeVisible({ timeout: 2000 })
  }).toPass()
}
const notOver = async (one: Locator, other: Locator) => {
  const [box, under] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!box || !under) throw new Error('not visible')
  expect(box.y + box.height <= under.y + 1 || under.y + under.height <= box.y + 1).toBe(true)
}

test('page by page, a tap on a mark opens it, the next tap closes it, and neither turns the page', async () => {
  await open()
  await view('Tap or swipe')
  await selectLine(1)
  // The bars and what is said at the foot stay visible.
  await notOver(marking(), page.getByRole('slider', { includeHidden: true }))
  await marking().getByRole('button', { name: 'Highlight in blue' }).tap()
  const { end, middle } = await markOn(1)
  const opened = page.getByRole('dialog', { name: /^Highlight, blue/ })
  await tap(end - 20, middle)
  await expect(opened).toBeVisible()
  await tap(360, 150)
  await expect(opened).toBeHidden()
  await expect(at(1)).toBeVisible()
  await tap(360, 150)
  await expect(at(2)).toBeVisible()
  await tap(20, 150)
  await expect(at(1)).toBeVisible()
  // The bars have hidden.
  await tap(195, 600)
  await view('Width')
  await markOn(1)
  await viewButton(page).tap()
  await page.getByRole('button', { name: 'Rotate the pages' }).tap()
  await page.keyboard.press('Escape')
  await markOn(1)
})

test('a notice and the popover of a mark do not cover each other', async () => {
  await open()
  await expect(page.getByRole('button', { name: 'Bookmark this page', includeHidden: true })).toBeAttached()
  await page.keyboard.press('b')
  await expect(page.locator('[data-color="bookmark"]')).toBeAttached()
  await expect(
    page.getByRole('button', { name: 'Bookmark this page', includeHidden: true, pressed: true }),
  ).toBeAttached()
  await page.keyboard.press('b')
  const notice = page.getByText('Bookmark deleted')
  await expect(notice).toBeVisible()
  await selectLine(1)
  await notOver(marking(), notice)
})

test('the text and pictures of pages that were read are released', async () => {
  await open()
  const session = await context.newCDPSession(page)
  const nodes = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Memory.getDOMCounters')).nodes
  }
  await expect(page.getByRole('button', { name: 'Bookmark this page', includeHidden: true })).toBeAttached()
  const before = await nodes()
  // What follows the last page is not counted.
  const last = PAGES - 2
  for (let number = 2; number <= last; number += 1) {
    const sheet = page.locator(`.page[data-page-number="${number}"]`)
    await sheet.evaluate((one) => one.scrollIntoView())
    await expect(sheet.locator('.endOfContent')).toBeAttached()
  }
  await expect.poll(() => page.locator('.page canvas').count()).toBeLessThanOrEqual(5)
  const elements = await page
    .locator(`.page[data-page-number="${last}"] .textLayer`)
    .evaluate((layer) => layer.querySelectorAll('*').length)
  // A page has about twice as many nodes as its text has elements; at most three more pages are drawn than at the start.
  expect((await nodes()) - before).toBeLessThan(8 * elements)
})

test('the bars hide when the reader reads on, and come back with a tap or with the focus', async () => {
  await open()
  const bar = page.locator('main header')
  const isHidden = async () => (await bar.evaluate((one) => getComputedStyle(one).opacity)) === '0'
  expect(await isHidden()).toBe(false)
  const text = await typeOf(1)
  await tap(195)
  await expect.poll(isHidden).toBe(true)
  expect((await typeOf(1)).size).toBe(text.size)
  // Elsewhere, so that it is no double tap.
  await tap(195, 600)
  await expect.poll(isHidden).toBe(false)
  await view('Tap or swipe')
  await swipe(320, 80)
  await expect(at(2)).toBeVisible()
  await expect.poll(isHidden).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(isHidden).toBe(false)
})

test('the pages can be rotated, and stay so', async () => {
  await open()
  const isWide = () => page.locator('.page[data-page-number="1"]').evaluate((one) => one.clientWidth > one.clientHeight)
  await view('Width')
  expect(await isWide()).toBe(false)
  await viewButton(page).tap()
  await page.getByRole('button', { name: 'Rotate the pages' }).tap()
  await expect.poll(isWide).toBe(true)
  await open()
  expect(await isWide()).toBe(true)
})

test('the screen stays on while the book is open', async () => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async (type: string) => (asked.push(type), { released: false, release: async () => undefined }),
      },
    })
  })
  await open()
  await expect.poll(() => page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual(['screen'])
})

test('nothing to press is smaller than 44 pixels', async () => {
  await open()
  await viewButton(page).tap()
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a, input)')]
      .filter((one) => one.checkVisibility() && !one.closest('.pdfViewer'))
      .map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  )
  expect(small).toEqual([])
  await expectNoAxeFindings(page)
})

test.describe('each PDF of the test data with text is read without scrolling sideways', () => {
  const known = knownPdfs().filter(({ expect: expected }) => expected.startsWith('201'))
  test.skip(known.length === 0, 'the test data is missing')
  const WITHOUT_TEXT = ['huckfinn-scan-6p.pdf', 'enormous-page-1p.pdf', 'broken-xref-30p.pdf']

  for (const pdf of known.filter(({ name }) => !WITHOUT_TEXT.includes(name)))
    test(pdf.name, async () => {
      const { _id } = await aKnownBook(pdf.name, pathOf(pdf))
      const number = Math.ceil(pdf.pages / 2)
      await open(_id, number)
      // A large file is fitted to its width until its text is measured.
      await viewButton(page).tap()
      await expect(viewChoice(page, 'Fit', 'Text')).toBeChecked()
      await page.keyboard.press('Escape')
      await view('Width')
      const layer = page.locator(`.page[data-page-number="${number}"] .textLayer`)
      await expect.poll(async () => (await layer.boundingBox())?.width).toBeLessThanOrEqual(PHONE.width)
      const { size: width } = await typeOf(number)
      await view('Text')
      await expect.poll(async () => (await typeOf(number)).size).toBeGreaterThan(width)
      const fitted = await typeOf(number)
      expect(fitted.sideways).toBe(0)
      test.info().annotations.push({ type: 'size', description: `${pdf.name}: ${fitted.size.toFixed(1)} px` })
      // oxlint-disable-next-line no-console -- The sizes are a result of this test.
      console.log(`${pdf.name}: ${fitted.size.toFixed(1)} px${fitted.size < READABLE_PX ? ', too small' : ''}`)
    })
})
