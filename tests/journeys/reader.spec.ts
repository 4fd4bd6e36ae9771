import { type Browser, type BrowserContext, type Page, expect, test } from '@playwright/test'
import { togglePremium } from '#contract/admin.ts'
import { listReading } from '#contract/reading.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { CHAPTERS, PAGES, RARE, aLongBook } from './long-book.ts'
import { type Person, aPerson, anAdmin, apiOf, browserOf, theSite, sharedPerson } from './people.ts'
import { chooseView, moreButton, pressInMore, viewButton, viewChoice, zoomOf } from './reader-bar.ts'
import { collectPageErrors } from './watched-page.ts'

let book: string
let reader: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  ;[book, reader] = await Promise.all([
    sharedPerson('author')
      .then(aLongBook)
      .then(({ _id }) => _id),
    aPerson('reader'),
  ])
  context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
})
test.afterEach(() => expect(pageErrors).toEqual([]))
test.afterAll(() => context.close())

const at = (tab: Page, number: number) => tab.getByRole('region', { name: `Page ${number} of ${PAGES}` })
const sheet = (tab: Page, number: number) => tab.locator(`.page[data-page-number="${number}"] .textLayer`)
const goTo = async (tab: Page, number: number) => {
  const field = tab.getByRole('textbox', { name: 'Page' })
  // On a phone.
  if (!(await field.isVisible())) await moreButton(tab).click()
  await field.fill(String(number))
  await tab.keyboard.press('Enter')
  await expect(at(tab, number)).toBeVisible()
}
const saved = (tab: Page) =>
  tab.waitForResponse((response) => response.url().endsWith('/position') && response.request().method() === 'PUT')
const goAndSave = async (tab: Page, number: number) => {
  const answer = saved(tab)
  await goTo(tab, number)
  expect((await answer).ok()).toBe(true)
}
const position = async () => (await apiOf(theSite(), reader)(listReading, {}))[0]?.page
const notice = (tab: Page, name: string | RegExp) => tab.getByRole('region', { name })

test('the first page is shown before the whole file is loaded', async () => {
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const file = new Set<string>()
  let loaded = 0
  network.on(
    'Network.requestWillBeSent',
    ({ request, requestId }) => request.url.includes('/files/pdf/') && file.add(requestId),
  )
  network.on('Network.dataReceived', ({ requestId, dataLength }) => (loaded += file.has(requestId) ? dataLength : 0))
  const slow = (downloadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    })
  await slow(120_000)
  const part = page.waitForResponse((response) => response.url().includes('/files/pdf/') && response.status() === 206)
  await page.goto(`/read/${book}`)
  await expect(sheet(page, 1)).toContainText('Night 1', { timeout: 40_000 })
  const size = Number((await part).headers()['content-range']?.split('/')[1])
  expect(loaded).toBeLessThan(size * 0.9)
  await slow(-1)
  await expect(page).toHaveTitle('The Harbour Log · Quillhouse')
})

test('axe finds no violations', async () => {
  await expectNoAxeFindings(page)
})

test('the keyboard turns pages and zooms', async () => {
  for (const [key, number] of [
    ['ArrowRight', 2],
    ['End', PAGES],
    ['ArrowLeft', PAGES - 1],
    ['Home', 1],
    ['PageDown', 1],
    ['PageDown', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(at(page, number)).toBeVisible()
  }
  const before = await zoomOf(page)
  await at(page, 2).press('+')
  expect(await zoomOf(page)).not.toBe(before)
  await at(page, 2).focus()
  await page.keyboard.press('0')
})

test('the search finds and highlights a word on any page', async () => {
  await page.keyboard.press('Control+f')
  const field = page.getByRole('searchbox', { name: 'Find' })
  await expect(field).toBeFocused()
  await field.fill(RARE.word)
  const found = page.getByRole('search').getByRole('status')
  await expect(found).toHaveText('1 of 2')
  await expect(at(page, RARE.pages[0] ?? 0)).toBeVisible()
  await expect(page.locator('.textLayer .highlight.selected')).toHaveText(RARE.word)
  await page.keyboard.press('Enter')
  await expect(found).toHaveText('2 of 2')
  await expect(at(page, RARE.pages[1] ?? 0)).toBeVisible()
  await page.keyboard.press('Shift+Enter')
  await expect(found).toHaveText('1 of 2')
  await field.fill('mizzenmast')
  await expect(found).toHaveText('Not in this book')
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: 'Find in the book' })).toBeFocused()
})

test('the outline links to the chapters and marks the current one', async () => {
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  await contents.getByRole('button', { name: 'The Long Gale' }).click()
  await expect(at(page, CHAPTERS['The Long Gale'])).toBeVisible()
  await expect(contents.locator('[aria-current]')).toContainText('The Long Gale')
  await expectNoAxeFindings(page)
  await contents.getByRole('button', { name: 'Pages' }).click()
  const small = contents.getByRole('button', { name: 'Page 29', exact: true })
  await expect.poll(() => small.locator('canvas').getAttribute('width')).toBe('224')
  await small.click()
  await expect(at(page, 29)).toBeVisible()
  await small.press('Escape')
  await expect(contents).toBeHidden()
  await expect(page.getByRole('button', { name: 'Contents', exact: true })).toBeFocused()
})

test('two pages and the room are remembered, and full screen has a button', async () => {
  await chooseView(page, 'Side by side', 'Two pages')
  await expect(page.locator('.pdfViewer .spread').first()).toBeAttached()
  await chooseView(page, 'Colours', 'Night')
  const filter = () =>
    page
      .locator('.canvasWrapper')
      .first()
      .evaluate((element) => getComputedStyle(element).filter)
  await expect.poll(filter).toContain('invert')
  await pressInMore(page, 'Full screen')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await pressInMore(page, 'Leave full screen')
  await page.reload()
  await viewButton(page).click()
  await expect(viewChoice(page, 'Side by side', 'Two pages')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.locator('.pdfViewer .spread').first()).toBeAttached({ timeout: 15_000 })
  await expect.poll(filter).toContain('invert')
  await chooseView(page, 'Side by side', 'One page')
  await chooseView(page, 'Colours', 'Paper')
  await expect.poll(filter).toBe('none')
})

test('a book opens at the last page and is listed on the home page', async () => {
  await goAndSave(page, 21)
  await page.reload()
  await expect(at(page, 21)).toBeVisible({ timeout: 15_000 })
  const stopped = notice(page, 'You stopped at page 21, just now.')
  await expect(stopped).toBeVisible()
  await expectNoAxeFindings(page)
  const home = await context.newPage()
  await home.goto('/')
  const strip = home.getByRole('region', { name: 'Continue reading' })
  await expect(strip).toContainText(`Page 21 of ${PAGES}`)
  await strip.getByRole('link', { name: 'The Harbour Log' }).click()
  await expect(at(home, 21)).toBeVisible({ timeout: 15_000 })
  await expect(sheet(home, 21)).toContainText('Night 21')
  await home.close()
  // It may have gone by itself.
  await page.reload()
  const answer = saved(page)
  await stopped.getByRole('button', { name: 'Start at page 1' }).click()
  await expect(at(page, 1)).toBeVisible()
  await answer
  await expect(notice(page, /^You stopped/)).toBeHidden()
  await goAndSave(page, 21)
})

test('a position read offline is stored, and sent when the network is back', async () => {
  await context.setOffline(true)
  await goTo(page, 24)
  await expect(
    page.getByText('No connection. Your page is saved in this browser and sent when you are online again.'),
  ).toBeVisible()
  expect(await position()).toBe(21)
  const answer = saved(page)
  await context.setOffline(false)
  await answer
  await expect(page.getByText('No connection.')).toBeHidden()
  expect(await position()).toBe(24)
  // The browser logs each failed request.
  pageErrors.splice(0, Infinity, ...pageErrors.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED')))
})

test.describe('on another device', () => {
  let phone: BrowserContext
  let other: Page

  test.beforeAll(async ({ browser }) => {
    phone = await aPhone(browser)
    other = await phone.newPage()
  })
  test.afterAll(() => phone.close())

  test('the book opens at the first device’s page', async () => {
    await other.goto(`/read/${book}`)
    await expect(at(other, 24)).toBeVisible({ timeout: 15_000 })
    const stopped = notice(other, 'Computer stopped at page 24, just now.')
    await expect(stopped).toBeVisible()
    expect((await stopped.boundingBox())!.height).toBeLessThan(740 / 8)
    const answer = saved(other)
    await stopped.getByRole('button', { name: 'Start at page 1' }).click()
    await expect(at(other, 1)).toBeVisible()
    await answer
    await expect(stopped).toBeHidden()
    await goAndSave(other, 32)
  })

  test('what is said about the place goes by itself, unless the pointer is on it', async () => {
    await other.clock.install()
    await other.reload()
    const stopped = notice(other, 'You stopped at page 32, just now.')
    await stopped.hover()
    await other.clock.fastForward(8000)
    await expect(stopped).toBeVisible()
    await other.mouse.move(180, 200)
    await other.clock.fastForward(8000)
    await expect(stopped).toBeHidden()
    await expect(at(other, 32)).toBeVisible()
  })

  test('an answer of the server that comes late still says where the other device is', async () => {
    const late = await context.newPage()
    const [answer, file] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await late.clock.install()
    await late.route('**/position?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    await late.route('**/files/pdf/**', async (route) => {
      await file.promise
      await route.continue()
    })
    const asked = late.waitForRequest('**/position?*')
    const answered = late.waitForResponse('**/position?*')
    await late.goto(`/read/${book}`)
    await asked
    // The book opens without the answer, which then comes before the file.
    await late.clock.fastForward(3000)
    answer.resolve()
    await (await answered).finished()
    await late.evaluate(() => document.fonts.ready)
    file.resolve()
    await expect(at(late, 24)).toBeVisible({ timeout: 15_000 })
    await expect(notice(late, 'Phone is on page 32: go there?')).toBeVisible()
    await late.close()
  })

  test('a notice offers to go to the other device’s page', async () => {
    await page.reload()
    await expect(at(page, 24)).toBeVisible({ timeout: 15_000 })
    const asked = notice(page, 'Phone is on page 32: go there?')
    await expect(asked).toBeVisible()
    expect((await asked.boundingBox())!.height).toBeLessThan(800 / 8)
    // With the focus in it, it stays.
    await asked.getByRole('button', { name: 'Go to page 32' }).focus()
    await expectNoAxeFindings(page)
    const answer = saved(page)
    await asked.getByRole('button', { name: 'Go to page 32' }).click()
    await answer
    await expect(at(page, 32)).toBeVisible()
    await expect(asked).toBeHidden()
  })

  test('a device that was offline does not overwrite a newer position: a notice offers to stay', async () => {
    await phone.setOffline(true)
    await goTo(other, 35)
    await goTo(other, 10)
    await goAndSave(page, 36)
    await phone.setOffline(false)
    const asked = notice(other, 'Computer is on page 36: go there?')
    await expect(asked).toBeVisible()
    expect(await position()).toBe(36)
    await expect(at(other, 10)).toBeVisible()
    const answer = saved(other)
    await asked.getByRole('button', { name: 'Stay on page 10' }).click()
    await answer
    expect(await position()).toBe(10)
  })

  test('a position is stored even if the browser is killed', async ({ browser }) => {
    const state = async () => phone.storageState()
    await phone.setOffline(true)
    await goTo(other, 38)
    await expect.poll(async () => JSON.stringify(await state())).toContain('\\"page\\":38')
    const left = await state()
    await phone.close()
    phone = await aPhone(browser, left)
    other = await phone.newPage()
    await other.goto('/')
    await expect(other.getByRole('region', { name: 'Continue reading' })).toContainText(`Page 38 of ${PAGES}`)
    await expect.poll(position).toBe(38)
  })
})

const aPhone = async (browser: Browser, storageState?: Awaited<ReturnType<BrowserContext['storageState']>>) => {
  const kept = storageState ?? (await (await browserOf(browser, reader)).storageState())
  return browser.newContext({
    storageState: kept,
    viewport: { width: 360, height: 740 },
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36',
  })
}

test('a visitor can read premium books with ?premium in the address, and no others', async ({ browser }) => {
  const visitor = await browserOf(browser)
  const tab = await visitor.newPage()
  await tab.goto(`/read/${book}`)
  await expect(tab).toHaveURL(`/auth?next=${encodeURIComponent(`/read/${book}`)}`)
  await tab.goto(`/read/${book}?premium`)
  await expect(tab.getByRole('heading', { name: 'There is no such book' })).toBeVisible()
  await apiOf(theSite(), await anAdmin())(togglePremium, { params: { id: book }, body: { isPremium: true } })
  await tab.reload()
  await expect(sheet(tab, 1)).toContainText('Night 1', { timeout: 15_000 })
  await expect(tab.getByRole('link', { name: 'Back to the book' })).toHaveAttribute('href', `/book/premium/${book}`)
  await visitor.close()
})
