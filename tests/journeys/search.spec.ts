import { randomUUID } from 'node:crypto'
import { type Page, expect, test } from '@playwright/test'
import { searchBooks } from '#contract/books.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

/** Letters, so that words with them can be misspelled. */
const mark = Array.from(randomUUID().replaceAll('-', '').slice(0, 6))
  .map((digit) => String.fromCodePoint(97 + parseInt(digit, 16)))
  .join('')
const AUTHOR = `Wendeline Quarrington${mark}`
const TITLE = `The Barnacle Observatory ${mark}`

let page: Page
let pageErrors: string[]

test.beforeAll(async ({ browser }) => {
  const author = await sharedPerson('author')
  await aBook(author, { title: TITLE, author: AUTHOR, genre: 'Mystery' })
  await aBook(author, { title: `Kelp and Élan ${mark}`, author: AUTHOR, genre: 'Poetry' })
  const context = await browserOf(browser, await sharedPerson('reader'))
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
})
test.beforeEach(async () => {
  await page.goto('/about')
  await untilHydrated(page)
})
test.afterEach(() => expect(pageErrors.splice(0)).toEqual([]))
test.afterAll(() => page.context().close())

const field = () => page.getByRole('combobox', { name: 'Search books by title' })
const options = () => page.getByRole('option')
const selected = () => page.getByRole('option', { selected: true })

test('a misspelled title is typed with the keyboard, chosen from the list and read', async () => {
  await page.keyboard.press('/')
  await page.keyboard.type(`barnalce obsrevatory ${mark}`)
  await expect(page.getByRole('option', { name: TITLE })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(selected()).toContainText(TITLE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(field()).toHaveValue('')
  const read = page.getByRole('link', { name: 'Read Now' })
  await read.focus()
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await expect(tab.locator('.page[data-page-number="1"] .textLayer')).toContainText('The first page', {
    timeout: 15_000,
  })
  await tab.close()
})

test('the list sets off what matches, also in corrected words and letters with accents', async () => {
  await field().fill(`barnalce ${mark}`)
  await expect(page.getByRole('option', { name: TITLE }).locator('mark')).toHaveText(['Barnacle', mark])
  await field().fill(`${mark} ela`)
  const kelp = page.getByRole('option', { name: `Kelp and Élan ${mark}` })
  await expect(kelp.locator('mark')).toHaveText(['Éla', mark])
  await expect(kelp.locator('mark').first()).toHaveCSS('font-weight', '700')
})

test('the list tells authors from books, and leads to the books of an author', async () => {
  // The beginning of a word.
  await field().fill(`wendelien ${`quarrington${mark}`.slice(0, -1)}`)
  const books = page.getByRole('group', { name: 'Books' }).getByRole('option')
  const authors = page.getByRole('group', { name: 'Authors' }).getByRole('option')
  await expect(books).toHaveCount(2)
  await expect(authors).toHaveText([`${AUTHOR}Author`])
  await expectGoodLayout(page)
  await field().focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
  await expect(authors.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/library?query=${encodeURIComponent(AUTHOR)}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(2)
})

test('the arrow keys go round, other keys move in the text, Escape closes', async () => {
  await field().fill(`barnacle ${mark}`)
  await expect(field()).toHaveAttribute('aria-expanded', 'true')
  await expect(options()).toHaveText([new RegExp(TITLE), /^All results$/])
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeAttached()
  for (const [key, name] of [
    ['ArrowDown', TITLE],
    ['ArrowDown', 'All results'],
    ['ArrowDown', TITLE],
    ['ArrowUp', 'All results'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(selected()).toContainText(name)
    await expect(field()).toHaveAttribute('aria-activedescendant', (await selected().getAttribute('id')) ?? '')
  }
  for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowRight']) {
    await page.keyboard.press(key)
    await expect(selected()).toHaveCount(0)
    await expect(field()).not.toHaveAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowDown')
    await expect(selected()).toHaveCount(1)
  }
  await page.keyboard.press('Home')
  await page.keyboard.type('the ')
  await expect(field()).toHaveValue(`the barnacle ${mark}`)
  await page.keyboard.press('Escape')
  await expect(field()).toHaveAttribute('aria-expanded', 'false')
  await expect(options()).toHaveCount(0)
  await expect(field()).toHaveValue(`the barnacle ${mark}`)
  await page.keyboard.press('ArrowDown')
  await expect(field()).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/library?query=the%20barnacle%20${mark}`)
})

test('answers that overtake each other do not mix', async () => {
  const hits = await apiOf(theSite())(searchBooks, { query: { query: `kelp ${mark}` } })
  let answerFirst = () => {}
  const isAsked = page.waitForRequest(`**/api/books/search?query=kelp+${mark}*`)
  await page.route(`**/api/books/search?query=kelp+${mark}*`, async (route) => {
    await new Promise<void>((resolve) => {
      answerFirst = resolve
    })
    await route.fulfill({ json: hits })
  })
  await field().fill(`kelp ${mark}`)
  await isAsked
  await field().fill(`barnacle ${mark}`)
  await expect(options().first()).toContainText(TITLE)
  const isAnswered = page.waitForResponse(`**/api/books/search?query=kelp+${mark}*`)
  answerFirst()
  await isAnswered
  // What it would change is on the screen two frames later.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.getByRole('option', { name: 'Kelp' })).toHaveCount(0)
  await expect(options().first()).toContainText(TITLE)
  await page.unroute(`**/api/books/search?query=kelp+${mark}*`)
})

test('Enter leads to the results of what is typed, not of what was answered before', async () => {
  await field().fill(`kelp ${mark}`)
  await expect(options().first()).toContainText('Kelp')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(`barnacle ${mark}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/library?query=barnacle%20${mark}`)
})

test('a search that finds nothing leads to the nearest books and to the best ones', async () => {
  await page.goto('/library/Poetry?query=barnacle+kelp')
  await expect(page.getByText('No books found. Try a different search or category.')).toBeVisible()
  const nearest = page.getByRole('region', { name: 'Close to what you searched for' })
  await expect(nearest.getByRole('heading', { name: TITLE })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Best rated in Poetry' }).getByRole('heading', { level: 3 }),
  ).not.toHaveCount(0)
  await expectGoodLayout(page)
})

test('the words, the genre and the order of a search stay in the address', async () => {
  await page.goto(`/library?query=quarringtno${mark}`)
  await expect(page.getByText(`Showing results for quarrington${mark}.`)).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Title')
  const poetry = page.getByRole('navigation', { name: 'Genres' }).getByRole('link', { name: /^Poetry/ })
  await expect(poetry).toHaveAttribute('href', /sort=title/)
  await poetry.click()
  await expect(page).toHaveURL(`/library/Poetry?query=quarringtno${mark}&sort=title`)
  await page.reload()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([`Kelp and Élan ${mark}`])
  await expect(page.getByRole('searchbox')).toHaveValue(`quarringtno${mark}`)
  await expect(page.getByRole('link', { name: `Search instead for quarringtno${mark}` })).toBeVisible()
})
