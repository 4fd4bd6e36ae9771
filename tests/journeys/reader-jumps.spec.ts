import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { CHAPTERS, LINK, PAGES, RARE, aLongBook } from './long-book.ts'
import { type Person, aPerson, browserOf, sharedPerson } from './people.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { pressInMore } from './reader-bar.ts'
import { collectPageErrors } from './watched-page.ts'

let book: string
let reader: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.beforeAll(async ({ browser }) => {
  ;[book, reader] = await Promise.all([
    sharedPerson('author')
      .then(aLongBook)
      .then(({ _id }) => _id),
    aPerson('reader'),
  ])
  context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
})
test.beforeEach(async () => {
  page = await context.newPage()
  await page.goto(`/read/${book}#page=2`)
  await expect(at(2)).toBeVisible({ timeout: 15_000 })
})
test.afterEach(async () => {
  await page.close()
  expect(pageErrors).toEqual([])
})
test.afterAll(() => context.close())

const at = (number: number) => page.getByRole('region', { name: `Page ${number} of ${PAGES}` })
const back = (number: number) => page.getByRole('button', { name: `Back to page ${number}`, exact: true })

test('an address with a page opens the book there', async () => {
  await expect(page.locator('.page[data-page-number="2"] .textLayer')).toContainText('Night 2')
  await page.goto('/about')
  await page.goto(`/read/${book}#page=31`)
  await expect(at(31)).toBeVisible()
  await expect(page.locator('.page[data-page-number="31"] .textLayer')).toContainText('Night 31')
})

test('a page that is typed into the address of an open book is shown', async () => {
  for (const number of [31, 4]) {
    await page.goto(`/read/${book}#page=${number}`)
    await expect(at(number)).toBeVisible()
    await expect(page.locator(`.page[data-page-number="${number}"] .textLayer`)).toContainText(`Night ${number}`)
  }
  await page.goBack()
  await expect(at(31)).toBeVisible()
  await page.goBack()
  await expect(at(2)).toBeVisible()
})

test('a visitor comes back to the page after the login', async ({ browser }) => {
  const visitor = await browserOf(browser)
  const tab = await visitor.newPage()
  await tab.goto(`/read/${book}#page=31`)
  await expect(tab).toHaveURL(`/auth?next=${encodeURIComponent(`/read/${book}#page=31`)}`)
  await visitor.close()
})

test('the address has the page that is read', async () => {
  await page.getByRole('region', { name: /^Page \d+ of/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(at(3)).toBeVisible()
  await expect(page).toHaveURL(`/read/${book}#page=3`)
  await page.reload()
  await expect(at(3)).toBeVisible()
})

test('the way back to the book right after a page was turned is not given up for the address', async () => {
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('region', { name: /^Page \d+ of/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(at(3)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the book', exact: true }).click()
  await expect(page).toHaveURL(`/books/${book}`)
})

test('a link in the text leads on, Back leads back, Forward on again', async () => {
  await page.locator('.page[data-page-number="2"] .annotationLayer a').click()
  await expect(at(LINK.to)).toBeVisible()
  await expect(page).toHaveURL(`/read/${book}#page=${LINK.to}`)
  await expect(back(LINK.from)).toBeVisible()
  await expect(page.locator(`.page[data-page-number="${LINK.to}"] .textLayer`)).toBeFocused()
  await expectNoAxeFindings(page)
  await page.goBack()
  await expect(at(LINK.from)).toBeVisible()
  await expect(back(LINK.from)).toBeHidden()
  await page.goForward()
  await expect(at(LINK.to)).toBeVisible()
})

test('after a chapter of the outline a button leads back, until some pages are read', async () => {
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  await page.getByRole('button', { name: 'The Long Gale' }).click()
  const chapter = CHAPTERS['The Long Gale']
  await expect(at(chapter)).toBeVisible()
  await back(2).click()
  await expect(at(2)).toBeVisible()
  await page.getByRole('button', { name: 'The Long Gale' }).click()
  await expect(back(2)).toBeVisible()
  await page.getByRole('region', { name: /^Page \d+ of/ }).focus()
  for (let turned = 1; turned <= 3; turned += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(at(chapter + turned)).toBeVisible()
  }
  await expect(back(2)).toBeHidden()
  await page.goBack()
  await expect(at(2)).toBeVisible()
})

test('a page that a chapter led to does not take the reader back when its text is drawn later', async () => {
  const chapter = CHAPTERS['The Long Gale']
  const text = (number: number) => page.locator(`.page[data-page-number="${number}"] .textLayer`)
  await page.goto(`/read/${book}#page=${chapter}`)
  await expect(text(chapter)).toContainText(`Night ${chapter}`)
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  await page.getByRole('button', { name: 'The Long Gale' }).click()
  await page.getByRole('region', { name: /^Page \d+ of/ }).focus()
  for (let turned = 1; turned <= 3; turned += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(text(chapter + turned)).toContainText(`Night ${chapter + turned}`)
  }
  await expect(text(chapter)).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(text(chapter)).toContainText(`Night ${chapter}`)
  await expect(at(chapter + 1)).toBeVisible()
})

test('a key that follows a jump at once goes on from where it led', async () => {
  const chapter = CHAPTERS['The Long Gale']
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  const entry = page.getByRole('button', { name: 'The Long Gale' })
  await entry.evaluate((button: HTMLButtonElement) => {
    const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    // The address has the jump before the next frame.
    const push = history.pushState.bind(history)
    history.pushState = (...entered) => {
      push(...entered)
      queueMicrotask(() => queueMicrotask(press))
    }
    button.click()
  })
  await expect(at(chapter + 1)).toBeVisible()
})

test('all matches of a search are one step back', async () => {
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill(RARE.word)
  await expect(at(RARE.pages[0] ?? 0)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(at(RARE.pages[1] ?? 0)).toBeVisible()
  await expect(back(2)).toBeVisible()
  await page.goBack()
  await expect(at(2)).toBeVisible()
})

test('a typed page, a thumbnail and the last page can be returned from', async () => {
  await page.getByRole('textbox', { name: 'Page' }).fill('17')
  await page.keyboard.press('Enter')
  await expect(at(17)).toBeVisible()
  await expect(back(2)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: /^Page \d+ of/ }).focus()
  await page.keyboard.press('End')
  await expect(at(PAGES)).toBeVisible()
  await page.goBack()
  await expect(at(17)).toBeVisible()
  await page.goBack()
  await expect(at(2)).toBeVisible()
})

test('the link to a page can be copied', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await pressInMore(page, 'Copy link to this page')
  await expect(page.getByText('Link to page 2 copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).hash).toBe('#page=2')
  expect(new URL(link).pathname).toBe(`/read/${book}`)
})
