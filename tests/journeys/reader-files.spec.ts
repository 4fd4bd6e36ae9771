import { type BrowserContext, type Page, type Request, expect, test } from '@playwright/test'
import { getPosition } from '#contract/reading.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { BARE_LINKS, PAGES, aLongBook } from './long-book.ts'
import { aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'

const FAILED = 'Could not open the PDF. Please try again later.'
const FILES = '**/files/pdf/**'
/** The beginning of the file, its end and what the first page refers to. */
const FIRST_PAGE_REQUESTS = 4
/** The bytes of the last pages. */
const LAST_PAGES = { from: 7 * 2 ** 17, to: 9 * 2 ** 17 }

let context: BrowserContext
let page: Page
let book: string

test.beforeAll(async ({ browser }) => {
  book = (await aLongBook(await aPerson('author')))._id
  context = await browserOf(browser, await sharedPerson('reader'))
})
test.beforeEach(async () => {
  page = await context.newPage()
})
test.afterEach(() => page.close())
test.afterAll(() => context.close())

const sheet = (number: number) => page.locator(`.page[data-page-number="${number}"]`)

for (const [when, isInTime] of [
  ['while it is opened', (request: number) => request === 1],
  ['while it is read', () => true],
] as const)
  test(`a file that the server refuses ${when} is not requested again and again, and Retry opens it`, async () => {
    let requests = 0
    let isRefused = false
    const refused = Promise.withResolvers<void>()
    const unanswered = new Set<Request>()
    page.on('request', (request) => request.url().includes('/files/pdf/') && unanswered.add(request))
    page.on('requestfinished', (request) => unanswered.delete(request))
    page.on('requestfailed', (request) => unanswered.delete(request))
    await page.clock.install()
    await page.route(FILES, async (route) => {
      requests += 1
      const request = requests
      // pdf.js loads the rest of the file while the first page is read.
      if (request > FIRST_PAGE_REQUESTS) await refused.promise
      return isRefused || !isInTime(request) ? route.fulfill({ status: 403, body: '' }) : route.continue()
    })
    await page.goto(`/read/${book}#page=1`)
    if (isInTime(2)) await expect(sheet(1)).toContainText('Night 1')
    isRefused = true
    refused.resolve()
    await expect(page.getByText(FAILED)).toBeVisible()
    // What was sent before is answered.
    await expect.poll(() => unanswered.size).toBe(0)
    const asked = requests
    await page.clock.fastForward(60_000)
    await expectNoAxeFindings(page)
    expect(requests).toBe(asked)
    await page.unroute(FILES)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sheet(1)).toContainText('Night 1')
    await expect(page.getByText(FAILED)).toHaveCount(0)
    await page.locator('.pdfViewer').press('End')
    await expect(sheet(PAGES)).toContainText(`Night ${PAGES}`)
  })

test('Retry opens the book at the page that was reached, not at the one with which it was opened', async () => {
  const reader = await sharedPerson('reader')
  const saved = async () => (await apiOf(theSite(), reader)(getPosition, { params: { id: book } })).at?.page
  const refused = Promise.withResolvers<void>()
  // pdf.js loads the rest of the file while the book is read.
  await page.route(FILES, async (route) => {
    const from = Number(/bytes=(\d+)/.exec(route.request().headers()['range'] ?? '')?.[1])
    if (from < LAST_PAGES.from || from >= LAST_PAGES.to) return route.continue()
    await refused.promise
    return route.fulfill({ status: 403, body: '' })
  })
  await page.goto(`/read/${book}#page=3`)
  await expect(sheet(3)).toContainText('Night 3')
  await page.getByRole('textbox', { name: 'Page' }).fill('20')
  await page.keyboard.press('Enter')
  await expect(sheet(20)).toContainText('Night 20')
  await expect.poll(saved).toBe(20)
  refused.resolve()
  await expect(page.getByText(FAILED)).toBeVisible()
  await page.unroute(FILES)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: `Page 20 of ${PAGES}` })).toBeVisible()
  await expect(sheet(20)).toContainText('Night 20')
  expect(await saved()).toBe(20)
})

test('links that cover no text have a name', async () => {
  await page.goto(`/read/${book}#page=${BARE_LINKS.page}`)
  const links = sheet(BARE_LINKS.page).locator('.annotationLayer').getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.first()).toHaveAccessibleName('Link to another place in the book')
  await expect(links.last()).toHaveAccessibleName(BARE_LINKS.site)
  await expectNoAxeFindings(page)
})
