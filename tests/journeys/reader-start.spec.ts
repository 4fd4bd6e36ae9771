import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { aLongBook } from './long-book.ts'
import { startHoldingProxy } from './held-page.ts'
import { browserOf, sharedPerson, theSite } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

let book: string
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.beforeAll(async () => {
  book = (await aLongBook(await sharedPerson('author')))._id
})
test.beforeEach(async ({ browser }) => {
  context = await browserOf(browser, await sharedPerson('reader'))
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
})
test.afterEach(async () => {
  await context.close()
  expect(pageErrors).toEqual([])
})

const firstPage = (tab: Page) => tab.locator('.page[data-page-number="1"] .textLayer').getByText('Night 1')
const PDF_JS = /\/assets\/pdf-[\w-]+\.js$/
const PDF_VIEWER = /\/assets\/pdf_viewer-[\w-]+\.js$/
const PDF_WORKER = /\/assets\/pdf\.worker[\w.-]+\.m?js$/
const MARKS = /\/assets\/marks-[\w-]+\.js$/

test('the link, the file and pdf.js are requested while the scripts of the page are still loading', async () => {
  const scripts: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!early-file)[\w.-]+\.m?js$/, async (route) => {
    scripts.push(new URL(route.request().url()).pathname)
    await released
    await route.continue()
  })
  const requestOf = (url: RegExp) => page.waitForRequest(url)
  const file = Promise.all([requestOf(/\/api\/books\/[\w-]+\/file$/), requestOf(/\/files\/pdf\//)])
  await page.goto(`/read/${book}`, { waitUntil: 'commit' })
  await file
  for (const script of [PDF_JS, PDF_VIEWER, PDF_WORKER])
    await expect.poll(() => scripts).toContainEqual(expect.stringMatching(script))
  await expect(page.getByRole('heading', { name: 'The Harbour Log' })).toBeVisible()
  release()
  await expect(firstPage(page)).toBeVisible()
})

test('a page of which only the head is there yet, and whose scripts are cached, waits for the rest and opens', async () => {
  const proxy = await startHoldingProxy(theSite().address)
  try {
    const { token } = await sharedPerson('reader')
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await page.goto(`${proxy.address}/read/${book}`)
    await expect(firstPage(page)).toBeVisible()
    const release = proxy.hold()
    await page.goto(`${proxy.address}/read/${book}`, { waitUntil: 'commit' })
    await page.waitForFunction(async () => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-run=now]')]
      await Promise.all(links.map(({ href }) => import(href)))
      return links.length > 0
    })
    release()
    await expect(firstPage(page)).toBeVisible()
  } finally {
    // First, since what a page still loads is refused by a proxy that is closed.
    await page.close()
    proxy.close()
  }
})

test('the first page waits for no timer', async () => {
  await page.addInitScript(() => {
    const setTimer = window.setTimeout
    const withoutDelays = (run: () => void, ms = 0, ...args: []) => (ms < 100 ? setTimer(run, ms, ...args) : 0)
    window.setTimeout = withoutDelays as typeof setTimeout
  })
  await page.goto(`/read/${book}`)
  await expect(firstPage(page)).toBeVisible()
})

test('keys that are pressed before the server has said where the book opens turn its pages after that', async () => {
  await page.addInitScript(() => {
    const setTimer = window.setTimeout
    // The reader waits for the answer until it comes, and not for two seconds and a half.
    const withoutLimit = (run: () => void, ms = 0, ...args: []) => (ms === 2500 ? 0 : setTimer(run, ms, ...args))
    window.setTimeout = withoutLimit as typeof setTimeout
  })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/position?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/read/${book}`)
  // Behind the sign that it opens.
  await expect(page.locator('.page[data-page-number="1"][data-loaded] canvas')).toBeAttached()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key)
  release()
  await expect(page.getByRole('slider', { name: 'Move along the book' })).toHaveValue('3')
})

test('text that is selected before the marks are loaded can be marked', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(MARKS, async (route) => {
    await released
    await route.continue()
  })
  const requested = page.waitForRequest(MARKS)
  await page.goto(`/read/${book}`)
  await firstPage(page).selectText()
  // The browser has told of the selection by the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await requested
  release()
  await expect(page.getByRole('dialog', { name: 'Mark this passage' })).toBeVisible()
})

test('the page is sent with the title, the author and the cover of the book', async ({ browser }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const tab = await plain.newPage()
  await tab.goto(`/read/${book}`)
  await expect(tab.getByRole('heading', { name: 'The Harbour Log' })).toBeVisible()
  await expect(tab.getByText('Ida Fenn')).toBeVisible()
  await expect(tab.locator('main picture img')).toBeVisible()
  expect((await plain.request.get(`/read/${crypto.randomUUID()}`)).status()).toBe(404)
  await plain.close()
})

test.describe('Read Now', () => {
  const readNow = () => page.getByRole('link', { name: /^Read Now/ })
  const warmed = () => Promise.all([PDF_JS, PDF_VIEWER, PDF_WORKER].map((file) => page.waitForResponse(file)))

  test.beforeEach(() => page.goto(`/books/${book}`, { waitUntil: 'networkidle' }))

  for (const [how, approach] of [
    ['under the pointer', () => readNow().hover()],
    ['with the focus', () => readNow().focus()],
    ['touched', () => readNow().dispatchEvent('pointerdown', { pointerType: 'touch' })],
  ] as const)
    test(`${how} loads the reader’s scripts into the cache`, async () => {
      const loaded = warmed()
      let isRequested = false
      page.on('request', (request) => (isRequested ||= PDF_JS.test(request.url())))
      // The page may not listen yet.
      await expect
        .poll(async () => {
          await page.mouse.move(0, 0)
          await readNow().blur()
          await approach()
          return isRequested
        })
        .toBe(true)
      for (const response of await loaded) expect(response.status()).toBe(200)
    })

  test('opens a new tab, and the same one again', async () => {
    const [tab] = await Promise.all([context.waitForEvent('page'), readNow().click()])
    await expect(firstPage(tab)).toBeVisible()
    const again = tab.waitForEvent('framenavigated')
    await readNow().click()
    await again
    await expect(firstPage(tab)).toBeVisible()
    expect(context.pages()).toEqual([page, tab])
  })
})
