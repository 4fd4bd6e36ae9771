import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { searchInside } from '#contract/search-inside.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { readPages } from '#server/formats/pdf/text/testing-read-pdf.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { aBook, aPerson, apiOf, browserOf, type Person, sharedPerson, theSite } from './people.ts'
import { untilHydrated } from './served.ts'
import { speechOf, stubSpeech } from './stub-speech.ts'
import { collectPageErrors } from './watched-page.ts'

/** PDFs that other tools wrote, with a word of each. */
const MARKED = [
  ['ar-plain.chromium.pdf', 'السفينة'],
  ['hi-lo.pdf', 'लेकर'],
  ['th-plain.chromium.pdf', 'นาฬิกา'],
  ['he-plain.chromium.pdf', 'הספינה'],
  ['hi-plain.chromium.pdf', 'नगर'],
  ['ja-vert.chromium.pdf', '夜明け'],
  ['en-plain.chromium.pdf', 'affirmed'],
  // There is no blank before the number.
  ['he-lo.pdf', '1897'],
] as const
/** Of which pdf.js itself finds no word. */
const UNMARKED = ['ar-plain.chromium.pdf', 'السفينة'] as const
const CANNOT_BE_MARKED = 'The words are on this page, but this file’s letters can’t be marked'

let author: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.skip(!hasCases, 'without the files of other tools')

test.beforeAll(async ({ browser }) => {
  author = await aPerson('author')
  const reader = await sharedPerson('reader')
  for (const [name, word] of MARKED) {
    await aBook(author, { title: name }, theSite(), caseFile(name))
    const found = async () => (await apiOf(theSite(), reader)(searchInside, { query: { query: word } })).total
    await expect.poll(found, { timeout: 60_000 }).toBeGreaterThan(0)
  }
  context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
})
test.afterEach(async () => {
  await page.close()
  expect(pageErrors).toEqual([])
})
test.afterAll(() => context.close())

const bar = () => page.getByRole('search')
const highlight = () => page.locator('.textLayer .highlight.selected')
/** What is set off, without the blanks between parts of the page and with letters for ligatures. */
const setOff = async () => (await highlight().allTextContents()).join('').replaceAll(/\s/g, '').normalize('NFKC')

/** Opens the first page with a word that a search inside the books has found. Returns its number. */
const openHit = async (title: string, word: string): Promise<number> => {
  page = await context.newPage()
  await page.goto(`/library?query=${encodeURIComponent(word)}&inside=true`)
  await untilHydrated(page)
  const link = page.getByRole('main').getByRole('listitem').getByRole('link', { name: title }).first()
  const opened = context.waitForEvent('page')
  await link.press('Enter')
  await page.close()
  page = await opened
  return Number(new URL(page.url()).hash.replace('#page=', ''))
}

for (const [name, word] of MARKED)
  test(`a found page of ${name} opens with the word set off, and Find has it too`, async () => {
    const number = await openHit(name, word)
    await expect(page.getByRole('region', { name: new RegExp(`^Page ${number} of `) })).toBeVisible()
    await expect.poll(setOff).toBe(word)
    await bar().getByRole('searchbox').fill(word)
    await expect(bar().getByRole('status')).toHaveText(/^\d+ of \d+$/)
    await expect.poll(setOff).toBe(word)
    await bar().getByRole('searchbox').fill(`${word}ქ`)
    await expect(bar().getByRole('status')).toHaveText('Not in this book')
  })

test('words that cannot be marked are not denied, and their page is shown', async () => {
  // A browser that cannot get the words of the pages.
  await context.route('**/api/books/*/reading?*', (route) => route.fulfill({ status: 404, json: { message: 'None' } }))
  const [name, word] = UNMARKED
  const number = await openHit(name, word)
  await expect(page.getByRole('region', { name: new RegExp(`^Page ${number} of `) })).toBeVisible()
  await expect(bar().getByRole('status')).toHaveText(CANNOT_BE_MARKED)
  await expectNoAxeFindings(page)
  await context.unroute('**/api/books/*/reading?*')
  await bar().getByRole('searchbox').fill('nowhere')
  await expect(bar().getByRole('status')).toHaveText('Not in this book')
})

test('a part title of the outline that leads nowhere is a heading over its chapters', async () => {
  const { _id: id } = await aBook(author, { title: 'Parts' }, theSite(), caseFile('outline.pdf'))
  page = await context.newPage()
  await page.goto(`/read/${id}`)
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const part = contents.getByRole('listitem').filter({ hasText: 'No destination, a part title' })
  await expect(part.getByRole('listitem').getByRole('button')).toHaveText(/^Child of the part/)
  await expect(contents.getByRole('button', { name: 'a part title' })).toHaveCount(0)
  await expectNoAxeFindings(page)
  await part.getByRole('button', { name: 'Child of the part' }).click()
  await expect(page.getByRole('region', { name: 'Page 4 of 8' })).toBeVisible()
})

test('words of an Arabic PDF are marked, found again after a reload, and spoken as they are written', async ({
  browser,
}) => {
  const own = await browserOf(browser, await aPerson('reader'))
  await stubSpeech(own, [{ name: 'Layla', lang: 'ar-SA' }])
  const { hits } = await apiOf(theSite(), author)(searchInside, { query: { query: 'السفينة' } })
  const id = hits.find(({ book }) => book.title === UNMARKED[0])?.book._id ?? ''
  page = await own.newPage()
  await page.goto(`/read/${id}`)
  const word = page.locator('.page[data-page-number="1"] .textLayer span', { hasText: 'السفينة' }).first()
  await expect(page.getByRole('button', { name: 'Bookmark this page', includeHidden: true })).toBeAttached()
  await word.dblclick()
  const popover = page.getByRole('dialog', { name: 'Mark this passage' })
  await popover.getByRole('button', { name: 'Highlight in blue' }).click()
  const mark = page.getByRole('button', { name: /^Highlight, blue: السفينة/ })
  await expect(mark).toBeAttached()
  await page.reload()
  await expect(mark).toBeAttached({ timeout: 15_000 })
  await speechOf(page).load()
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect.poll(async () => (await speechOf(page).last())?.text).toMatch(/^[\p{Script=Arabic}\p{P}\s\d]+$/u)
  const { text = '' } = (await speechOf(page).last()) ?? {}
  const { lines } = (await readPages(caseFile(UNMARKED[0])))[0] ?? { lines: [] }
  expect(lines.map((line) => line.text).join(' ')).toContain(text.trim())
  await own.close()
})
