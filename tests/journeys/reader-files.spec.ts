import { type BrowserContext, type Page, type Request, expect, test } from '@playwright/test'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { BARE_LINKS, PAGES, aLongBook } from './long-book.ts'
import { aPerson, browserOf, sharedPerson } from './people.ts'

const FAILED = 'Could not open the PDF. Please try again later.'
const FILES = '**/files/pdf/**'
/** The beginning of the file, its end and what the first page refers to. */
const FIRST_PAGE_REQUESTS = 4

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

test('links that cover no text have a name', async () => {
  await page.goto(`/read/${book}#page=${BARE_LINKS.page}`)
  const links = sheet(BARE_LINKS.page).locator('.annotationLayer').getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.first()).toHaveAccessibleName('Link to another place in the book')
  await expect(links.last()).toHaveAccessibleName(BARE_LINKS.site)
  await expectNoAxeFindings(page)
})
