import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { type MarkContent, listMarks, saveMarks } from '#contract/marks.ts'
import { aFlowingBook } from './a-flowing-book.ts'
import { expectGoodLayout } from './good-layout.ts'
import { type Person, aBook, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { aPrintedPdf } from './printed-pdf.ts'
import { collectPageErrors } from './watched-page.ts'

const BOOKS = 20
const AUTHORS = 4
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 800 }

let reader: Person
let kept: string
let context: BrowserContext
let pageErrors: string[]
let page: Page

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

/** A mark whose words are looked for, as those of an imported one. */
const aMark = (exact: string, onPage: number, changes: Partial<MarkContent> = {}): MarkContent => ({
  color: 'gold',
  note: '',
  file: '',
  createdAt: '2026-05-01T12:00:00.000Z',
  anchors: [{ page: onPage, start: 0, end: exact.length, exact, prefix: '', suffix: '' }],
  ...changes,
})

const mark = (id: string, contents: MarkContent[]) =>
  apiOf(theSite(), reader)(saveMarks, {
    params: { id },
    body: { changes: contents.map((content) => ({ id: randomUUID(), base: 0, change: randomUUID(), content })) },
  })

const titleOf = (number: number) => `Log of the harbour, ${String(number).padStart(2, '0')}`

const publishAndMark = async (author: Person, number: number) => {
  const lines = [1, 2, 3].map((line) => `Ferry ${number} left at ${line}`)
  const { _id: id } = await aBook(author, { title: titleOf(number) }, theSite(), await aPrintedPdf(lines))
  const day = String(number).padStart(2, '0')
  await mark(id, [
    aMark(lines[1] ?? '', 2, { color: 'blue', createdAt: `2026-03-${day}T08:00:00.000Z` }),
    aMark(lines[2] ?? '', 3, { note: `The café of day ${number}`, createdAt: `2026-04-${day}T08:00:00.000Z` }),
    aMark(lines[0] ?? '', 1, { color: null, createdAt: `2026-05-${day}T08:00:00.000Z` }),
  ])
  return id
}

test.beforeAll(async ({ browser }) => {
  reader = await aPerson('reader')
  // Uploads of one author are limited.
  const authors = await Promise.all(Array.from({ length: AUTHORS }, () => aPerson('author')))
  const published = await Promise.all(
    authors.map(async (author, i) => {
      const ids: [number: number, id: string][] = []
      for (let number = i + 1; number < BOOKS; number += AUTHORS)
        ids.push([number, await publishAndMark(author, number)])
      return ids
    }),
  )
  kept = new Map(published.flat()).get(7) ?? ''
  const { _id: epub } = await aBook(
    await sharedPerson('author'),
    { title: 'Lamp, Ferry, Clock' },
    theSite(),
    aFlowingBook(),
  )
  await mark(epub, [aMark('Second 12.', 1, { color: 'red', note: 'In the middle', createdAt: '2026-01-01T08:00:00Z' })])
  context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
})
test.afterEach(() =>
  expect(pageErrors.filter((error) => !error.includes('net::ERR_INTERNET_DISCONNECTED'))).toEqual([]),
)
test.afterAll(() => context.close())

const search = () => page.getByRole('searchbox', { name: 'Search your notes and what they quote' })
const notes = () => page.locator('main li:not(nav li)')
const counted = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
const line = (text: string) => page.locator('.textLayer span', { hasText: text })

test('the marks of twenty books are listed by date and by book, searched and narrowed', async () => {
  await page.goto('/my')
  await page.getByRole('navigation', { name: 'My pages' }).getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your notes' })).toBeVisible()
  await counted('58 marks')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('May 2026')
  await expect(notes()).toHaveCount(50)
  await expectGoodLayout(page)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(notes()).toHaveCount(8)

  await page.getByRole('combobox', { name: 'Order' }).selectOption('By book')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Lamp, Ferry, Clock')
  await expect(page.getByRole('heading', { level: 2 }).nth(1)).toHaveText(titleOf(1))
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Bookmarks')
  await counted('19 marks')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Everything')
  await page.getByRole('combobox', { name: 'Color' }).selectOption('Red')
  await counted('1 mark')
  await page.getByRole('combobox', { name: 'Color' }).selectOption('All colors')
  await search().fill('CAFE day 7')
  await counted('2 marks')
  await search().fill('no such words')
  await expect(page.getByText('No marks match.')).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('link', { name: 'Show all marks' }).click()
  await counted('58 marks')
  await expect(search()).toHaveValue('')
})

for (const [name, size] of [
  ['at 390 px', PHONE],
  ['on a desktop, by keyboard', WIDE],
] as const)
  test(`a note that is found leads to its passage ${name}`, async () => {
    await page.setViewportSize(size)
    await page.goto('/my/notes')
    await search().fill('café day 12')
    await counted('1 mark')
    const note = notes().getByRole('link', { name: /Ferry 12 left at 3.*The café of day 12/ })
    if (size === WIDE) {
      await search().focus()
      for (let pressed = 0; pressed < 4; pressed++) await page.keyboard.press('Tab')
      await expect(note).toBeFocused()
      await page.keyboard.press('Enter')
    } else await note.click()
    await expect(line('Ferry 12 left at 3')).toBeInViewport({ timeout: 15_000 })
    const shown = page.getByRole('dialog', { name: /^Highlight, gold: Ferry 12 left at 3/ })
    await expect(shown).toContainText('The café of day 12')

    await page.goto('/my/notes?color=red')
    await notes()
      .getByRole('link', { name: /In the middle/ })
      .click()
    await expect(page.getByRole('dialog', { name: /^Highlight, red: Second 12/ })).toBeVisible({ timeout: 15_000 })
    const frame = page.frameLocator('iframe[title="Text of the book"]:visible')
    await expect(frame.getByText(/^Second 12\. /)).toBeInViewport()
  })

test('all marks are exported as one file', async () => {
  await page.goto('/my/notes')
  await page.getByText('Export all', { exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Markdown' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('All marks.md')
  const text = await readFile(await file.path(), 'utf8')
  expect(text.match(/^# /gm)?.length).toBe(BOOKS)
  expect(text).toContain('> Ferry 7 left at 3')
})

test('without a network the marks in kept books are there, lead to their passage, and are sent later', async () => {
  await page.goto(`/books/${kept}`)
  await page.getByRole('button', { name: 'Keep for reading offline' }).click()
  await expect(page.getByText('The book is kept on this device.')).toBeVisible({ timeout: 30_000 })
  await page.goto('/my/notes')
  await counted('58 marks')
  const stored = () =>
    page.evaluate(
      (bookId) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('marks')
          opening.addEventListener('success', () => {
            const listing = opening.result.transaction('marks').objectStore('marks').getAllKeys()
            // Other books were opened here before.
            const ofBook = () => listing.result.filter((key) => (key as string[])[1] === bookId)
            listing.addEventListener('success', () => resolve(ofBook().length))
          })
        }),
      kept,
    )
  await expect.poll(stored).toBeGreaterThanOrEqual(3)

  await context.setOffline(true)
  await page.goto('/my/notes?order=book')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await counted('3 marks')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(titleOf(7))
  await search().fill('cafe')
  await counted('1 mark')
  await expectGoodLayout(page)
  await notes()
    .getByRole('link', { name: /The café of day 7/ })
    .click()
  await expect(line('Ferry 7 left at 3')).toBeInViewport({ timeout: 15_000 })
  const shown = page.getByRole('dialog', { name: /^Highlight, gold: Ferry 7 left at 3/ })
  await shown.getByRole('button', { name: 'Edit the note' }).click()
  await page.getByRole('textbox', { name: 'Your note' }).fill('Written on the ferry')
  await page.getByRole('button', { name: 'Save the note' }).click()
  await expect(shown).toContainText('Written on the ferry')
  await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveCount(0)
  await page.goto('/my/notes')
  await expect(notes().filter({ hasText: 'Written on the ferry' })).toBeVisible()

  await context.setOffline(false)
  await counted('58 marks')
  await expect(notes().filter({ hasText: 'Written on the ferry' })).toBeVisible()
  const { marks } = await apiOf(theSite(), reader)(listMarks, { params: { id: kept } })
  expect(marks.map(({ content }) => content?.note)).toContain('Written on the ferry')
})
