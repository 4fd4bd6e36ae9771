import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { getPosition } from '#contract/reading.ts'
import { getBookText } from '#contract/text-view.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { GOOD_PDFS } from '#server/text-view/testing-good-pdfs.ts'
import { type Person, aKnownBook, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { knownPdfs, pathOf } from './printed-pdf.ts'
import { chooseView, viewButton } from './reader-bar.ts'
import { collectPageErrors } from './watched-page.ts'

const PHONE = { width: 390, height: 844 }
const READABLE_PX = 16
const known = new Map(knownPdfs().map((pdf) => [pdf.name, pathOf(pdf)]))
test.skip(known.size === 0, 'needs the PDFs of the test data')

let reader: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]
const books = new Map<string, Promise<string>>()

/** A published PDF of the test data with its text, the same for all tests. */
const aText = (name: string): Promise<string> => {
  const published = books.get(name) ?? publish(name)
  books.set(name, published)
  return published
}

const publish = async (name: string) => {
  const { _id: id } = await aKnownBook(name, known.get(name) ?? '')
  const parts = async () => (await apiOf(theSite(), reader)(getBookText, { params: { id } })).parts.length
  await expect.poll(parts, { timeout: 240_000 }).toBeGreaterThan(0)
  return id
}

test.beforeAll(async ({ browser }) => {
  reader = await sharedPerson('reader')
  const storageState = await (await browserOf(browser, reader)).storageState()
  context = await browser.newContext({
    storageState,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  pageErrors = await collectPageErrors(context)
})
test.beforeEach(async () => {
  page = await context.newPage()
})
test.afterEach(async () => {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (/^(?:zoom|text-view|reading):/.test(key)) localStorage.removeItem(key)
  })
  await page.close()
  expect(pageErrors).toEqual([])
})
test.afterAll(() => context.close())

const text = () => page.getByRole('region', { name: 'Text of the book' })
const pages = () => page.getByRole('region', { name: /^Page \d+ of/ })
const open = async (id: string, number = 1, isText = true) => {
  await page.goto('/about')
  await page.evaluate(([book, on]) => on && localStorage.setItem(`text-view:${book}`, 'on'), [id, isText] as const)
  await page.goto(`/read/${id}#page=${number}`)
  if (isText) await expect(text().locator('[data-page]').first()).toBeVisible({ timeout: 30_000 })
  else await expect(page.locator('.endOfContent').first()).toBeAttached({ timeout: 30_000 })
}

/** Whole, when the end of the book and its beginning are there. */
const untilWhole = () =>
  expect(page.getByRole('heading', { name: /^Text of / }).nth(1)).toBeAttached({ timeout: 30_000 })

/** The smallest type of the text in pixels, and how far it reaches out of the window. */
const typeOf = () =>
  text().evaluate((container) => {
    const read = [...container.querySelectorAll('[data-page] > :first-child')]
    return {
      count: read.length,
      size: Math.min(...read.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
      sideways: Math.max(
        container.scrollWidth - container.clientWidth,
        document.documentElement.scrollWidth - window.innerWidth,
        ...read.map((one) => one.getBoundingClientRect().right - window.innerWidth),
      ),
    }
  })

for (const name of GOOD_PDFS)
  test(`${name} is read on a phone at ${READABLE_PX} pixels or more, without scrolling sideways`, async () => {
    await open(await aText(name))
    await untilWhole()
    const { count, size, sideways } = await typeOf()
    expect(count).toBeGreaterThan(0)
    expect(size).toBeGreaterThanOrEqual(READABLE_PX)
    expect(sideways).toBeLessThanOrEqual(0)
  })

const pageAtTop = () =>
  text().evaluate((container) => {
    const top = container.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(container).scrollPaddingTop)
    const block = [...container.querySelectorAll<HTMLElement>('[data-page]')].find(
      (one) => one.getBoundingClientRect().bottom > top + 6,
    )
    return Number(block?.dataset['page'])
  })

test('the text opens at the page, leads back to it, and its page is the position in the book', async () => {
  const id = await aText('alice-en-69p.pdf')
  await open(id, 30, false)
  await expect(pages()).toHaveAccessibleName('Page 30 of 69')
  await chooseView(page, 'Show', 'Text')
  await expect(viewButton(page)).toBeFocused()
  await expect.poll(pageAtTop).toBe(30)
  // The parts before it are loaded meanwhile, and the place stays.
  await untilWhole()
  expect(await pageAtTop()).toBe(30)
  await text().evaluate((container) => {
    const block = container.querySelector('[data-page="33"]')
    container.scrollTop += (block?.getBoundingClientRect().top ?? 0) - container.getBoundingClientRect().top - 40
  })
  const at = async () => (await apiOf(theSite(), reader)(getPosition, { params: { id } })).at?.page
  await expect.poll(at).toBe(33)
  await expect(page).toHaveURL(/#page=33$/)
  // The contents lead along the text too.
  const contents = page.getByRole('navigation', { name: 'Contents' })
  for (const number of [40, 33]) {
    await page.getByRole('button', { name: 'Contents', exact: true }).tap()
    await contents.getByRole('button', { name: 'Pages' }).tap()
    await contents.getByRole('button', { name: `Page ${number}`, exact: true }).press('Enter')
    await expect.poll(pageAtTop).toBe(number)
    await expect(text()).toBeFocused()
  }
  await expect.poll(at).toBe(33)
  await page.reload()
  await expect(text().locator('[data-page]').first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(pageAtTop).toBe(33)
  // Every paragraph leads to its page.
  expect(await text().locator('[data-page]:not(:has(> a[href]))').count()).toBe(0)
  await text().getByRole('link', { name: 'Show page 34', exact: true }).first().click()
  await expect(text()).toHaveCount(0)
  await expect(pages()).toHaveAccessibleName('Page 34 of 69')
  await expect(page).toHaveURL(/#page=34$/)
  await page.reload()
  await expect(pages()).toHaveAccessibleName('Page 34 of 69', { timeout: 30_000 })
})

test('letters, lines, margins and typeface are set and remembered, and the place stays', async () => {
  const id = await aText('alice-en-69p.pdf')
  await open(id, 20)
  await untilWhole()
  const look = () =>
    text()
      .locator('[data-page="20"] > :first-child')
      .first()
      .evaluate((one) => {
        const { fontSize, lineHeight, fontFamily } = getComputedStyle(one)
        return { fontSize, lineHeight, fontFamily, width: one.getBoundingClientRect().width }
      })
  const before = await look()
  await viewButton(page).tap()
  for (const name of ['28', 'Dyslexic']) await page.getByRole('radio', { name, exact: true }).check({ force: true })
  for (const name of ['Line spacing', 'Margins'])
    await page.getByRole('group', { name }).getByRole('radio', { name: 'Wide' }).check({ force: true })
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  const after = await look()
  expect(after.fontSize).toBe('28px')
  expect(Number.parseFloat(after.lineHeight)).toBeCloseTo(28 * 1.9, 0)
  expect(after.fontFamily).toMatch(/^OpenDyslexic/)
  expect(after.width).toBeLessThan(before.width)
  expect(await pageAtTop()).toBe(20)
  await expect.poll(() => page.evaluate(() => document.fonts.check('28px OpenDyslexic'))).toBe(true)
  await page.reload()
  await expect(text().locator('[data-page]').first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => (await look()).fontSize).toBe('28px')
  // At 320 pixels the longest words still fit.
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await typeOf()).sideways).toBeLessThanOrEqual(0)
})

test('the text is accessible in all rooms and is found by the browser', async () => {
  const id = await aText('vicksburg-scan-ocr-6p.pdf')
  await open(id)
  await untilWhole()
  await expectNoAxeFindings(page)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const room of ['Paper', 'Sepia', 'Dusk', 'Night']) {
      await page.emulateMedia({ colorScheme })
      await chooseView(page, 'Colours', room)
      await expectEnoughContrast(page)
    }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoAxeFindings(page)
  expect((await typeOf()).sideways).toBeLessThanOrEqual(0)
  // Ctrl and F are left to the browser, which finds words on any page.
  await text().focus()
  const isLeft = await page.evaluateHandle(() => {
    const isLeft: boolean[] = []
    window.addEventListener('keydown', (event) => event.key === 'f' && isLeft.push(!event.defaultPrevented))
    return isLeft
  })
  await page.keyboard.press('Control+f')
  await expect.poll(() => isLeft.jsonValue()).toEqual([true])
  expect(await text().evaluate((one: HTMLElement) => one.innerText)).toContain('Grape Shot')
  await page.keyboard.press('v')
  await expect(pages()).toBeFocused()
  await page.keyboard.press('v')
  await expect(text()).toBeFocused()
})

test('where letters are small on a phone, the text is offered once', async () => {
  const id = await aText('debian-history-ja-28p.pdf')
  await open(id, 10, false)
  const offer = page.getByRole('region', { name: 'The text is small on this screen.' })
  await expect(offer).toBeVisible()
  // With the focus in it, it stays.
  await offer.getByRole('button', { name: 'Stay on the page' }).focus()
  // The links of the file itself are small there.
  await expectEnoughContrast(page)
  await offer.getByRole('button', { name: 'Stay on the page' }).tap()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(pages()).toHaveAccessibleName(/^Page 10 of/, { timeout: 30_000 })
  await expect(offer).toHaveCount(0)
  await page.evaluate((book) => localStorage.removeItem(`text-view:${book}`), id)
  await page.reload()
  // What the reader is told about their place goes first.
  await page.getByRole('button', { name: 'Start at page 1' }).tap()
  await open(id, 10, false)
  await expect(offer).toBeVisible()
  const shown = Number(/\d+/.exec((await pages().getAttribute('aria-label')) ?? '')?.[0])
  await offer.getByRole('button', { name: 'Read as text' }).tap()
  await expect(text()).toBeVisible()
  await expect.poll(pageAtTop).toBe(shown)
})
