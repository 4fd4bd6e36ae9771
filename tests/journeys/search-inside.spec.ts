import { randomUUID } from 'node:crypto'
import { type Page, expect, test } from '@playwright/test'
import { listOwnBooks } from '#contract/publishing.ts'
import { searchInside } from '#contract/search-inside.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, aPerson, apiOf, browserOf, type Person, sharedPerson, theSite } from './people.ts'
import { aPrintedPdf } from './printed-pdf.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

/** On two pages of one book alone. */
const mark = `heron${randomUUID()
  .replaceAll(/[^a-f]/g, '')
  .slice(0, 4)}`
const LINES = [
  'A title page',
  'Nothing happened here',
  `The ${mark} counted boats`,
  'A quiet page',
  `Boats the ${mark} had not`,
  'The end',
]
const PHONE = { width: 320, height: 740 }

let author: Person
let reader: Person
let page: Page
let pageErrors: string[]

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  author = await aPerson('author')
  reader = await sharedPerson('reader')
  await aBook(author, { title: 'The Estuary' }, theSite(), await aPrintedPdf(LINES))
  const found = async () => (await apiOf(theSite(), reader)(searchInside, { query: { query: mark } })).total
  await expect.poll(found, { timeout: 30_000 }).toBe(2)
  const context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
})
test.afterEach(() => expect(pageErrors).toEqual([]))
test.afterAll(() => page.context().close())

const tab = (name: string) => page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name, exact: true })
const hits = () => page.getByRole('main').getByRole('listitem').filter({ hasText: mark })

test('a search of the library can go on inside the books, which shows the sentence and the page', async () => {
  await page.goto('/library')
  await untilHydrated(page)
  await page.getByRole('searchbox').fill(`boats ${mark}`)
  await page.keyboard.press('Enter')
  await expect(tab('Books')).toHaveAttribute('aria-current', 'page')
  await tab('Inside the books').click()
  await expect(page).toHaveURL(`/library?query=boats+${mark}&inside=true`)
  await expect(page.getByRole('status').filter({ hasText: '2 pages found' })).toBeVisible()
  await expect(hits()).toHaveCount(2)
  // The page with the words in their order is first.
  await expect(hits().first().getByRole('link')).toHaveText('The Estuary Page 3')
  await expect(hits().first().locator('mark')).toHaveText([mark, 'boats'])
  await expectGoodLayout(page)
  await page.setViewportSize(PHONE)
  await expectGoodLayout(page)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('another search stays inside the books, and a phrase in quotes is found as it is', async () => {
  await page.getByRole('searchbox').fill(`"Boats the ${mark}"`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '1 page found' })).toBeVisible()
  await expect(hits().getByRole('link')).toHaveText('The Estuary Page 5')
  await page.getByRole('searchbox').fill(`"boats ${mark}"`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No page contains all of these words.')).toBeVisible()
  await expectGoodLayout(page)
})

test('a found page opens in the reader, with the words set off', async () => {
  await page.goto(`/library?query=counted+boats&inside=true`)
  const opened = page.context().waitForEvent('page')
  await hits().getByRole('link', { name: 'The Estuary' }).press('Enter')
  const reading = await opened
  await expect(reading).toHaveURL(/\/read\/[\w-]+\?find=counted\+boats#page=3$/)
  await expect(reading.getByRole('region', { name: `Page 3 of ${LINES.length}` })).toBeVisible()
  await expect(reading.locator('.textLayer .highlight.selected')).toHaveText('counted boats')
  await expect(reading.getByRole('searchbox')).toHaveValue('counted boats')
  await expect(reading.getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await reading.close()
})

test('words that are apart are all set off, and the search goes to the next of them', async () => {
  await page.goto(`/library?query=boats+${mark}&inside=true`)
  const opened = page.context().waitForEvent('page')
  await hits().first().getByRole('link').click()
  const reading = await opened
  await expect(reading.getByRole('search').getByRole('status')).toHaveText('1 of 4')
  await expect(reading.locator('.textLayer .highlight')).toHaveText([mark, 'boats'])
  await reading.getByRole('button', { name: 'Next match' }).click()
  await reading.getByRole('button', { name: 'Next match' }).click()
  await expect(reading.getByRole('region', { name: `Page 5 of ${LINES.length}` })).toBeVisible()
  await reading.getByRole('button', { name: 'Close the search' }).click()
  await expect(reading.locator('.textLayer .highlight')).toHaveCount(0)
  await reading.close()
})

test('an author is told that the pages of a PDF are pictures, and what to do', async ({ browser }) => {
  await aBook(author, { title: 'The Scan' }, theSite(), aPdf())
  const lacksText = async () =>
    (await apiOf(theSite(), author)(listOwnBooks)).find(({ title }) => title === 'The Scan')?.lacksText
  await expect.poll(lacksText, { timeout: 30_000 }).toBe(true)
  const context = await browserOf(browser, author)
  const own = await context.newPage()
  await own.goto('/profile')
  const note = own.getByText('Run text recognition (OCR) on the file, then edit the book and choose the new PDF.')
  await expect(own.getByRole('listitem').filter({ hasText: 'The Scan' }).filter({ has: note })).toBeVisible()
  await expect(note).toHaveCount(1)
  await expectGoodLayout(own)
  await context.close()
})
