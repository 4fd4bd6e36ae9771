import { readFile } from 'node:fs/promises'
import { type Page, expect, test } from '@playwright/test'
import { editBook } from '#contract/publishing.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { OLDER_BROWSER } from '#web/messages/older-browsers.ts'
import { type Person, aBook, anAdmin, apiOf, copiesOf, sharedPerson, theSite } from './people.ts'

test.use({ javaScriptEnabled: false })

const COPIES = 14
let admin: Person
let mark: string
let id: string
let hereOnly: string

const setAccess = (libraryAccess: 'everyone' | 'members') =>
  apiOf(theSite(), admin)(updateSiteSettings, { body: { libraryAccess } })

test.beforeAll(async () => {
  const author = await sharedPerson('author')
  admin = await anAdmin()
  mark = crypto.randomUUID().slice(0, 6)
  const api = apiOf(theSite(), author)
  const other = await aBook(author, { title: `Inland ${mark}`, genre: 'Horror' })
  await copiesOf(
    other,
    Array.from({ length: COPIES }, (_, at) => `Inland ${mark} ${at}`),
  )
  ;({ _id: id } = await aBook(author, { title: `The Tide ${mark}`, genre: 'Horror' }))
  ;({ _id: hereOnly } = await aBook(author, { title: `The Reef ${mark}`, genre: 'Horror' }))
  await api(editBook, { params: { id }, body: { language: 'pl' } as never })
  await api(editBook, { params: { id: hereOnly }, body: { downloads: 'none' } as never })
})

// Playwright finds nothing in a noscript element by its text or role.
const notice = (page: Page) => page.locator('main noscript p').first()
const wideBy = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth)

test('a visitor of an open library finds a book and saves its file without scripts', async ({ page }) => {
  await setAccess('everyone')
  await page.goto('/')
  await expect(notice(page)).toContainText('You can look for books here and save them')
  await page.getByRole('link', { name: 'Explore' }).click()
  await expect(page).toHaveURL('/library')

  await page.getByRole('searchbox', { name: 'Search by title or author' }).fill(mark)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/library?query=${mark}`)
  const found = page.getByRole('heading', { level: 2 })
  await expect(found.first()).toContainText(mark)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/[?&]page=2$/)
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(found.first()).toContainText(mark)

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title')
  await page.locator('noscript').getByText('Sort', { exact: true }).click()
  await expect(found.first()).toHaveText(`Inland ${mark}`)
  await page.getByRole('button', { name: 'Filters' }).click()
  const language = page.getByRole('combobox', { name: 'Language' })
  await expect(language.getByRole('option')).toHaveText(['Any', 'Polish (1)'])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await wideBy(page)).toBe(0)
  await language.selectOption('Polish (1)')
  await page.getByRole('button', { name: 'Show the books' }).click()
  await expect(found).toHaveText([`The Tide ${mark}`])
  // What was chosen before is kept.
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ query: mark, sort: 'title' })
  await page.getByRole('link', { name: `Remove the filter Language: Polish` }).click()
  await expect(page).toHaveURL(`/library?query=${mark}&sort=title`)

  await page.goto('/library/Horror?language=pl')
  await page.getByRole('link', { name: `The Tide ${mark}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `The Tide ${mark}` })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download PDF/ }).click()
  const file = await saved
  const answer = await page.request.get(`/opds/get/${id}.pdf`)
  expect(answer.headers()['content-disposition']).toMatch(/^attachment; /)
  expect(decodeURIComponent(answer.headers()['content-disposition'] ?? '')).toContain(file.suggestedFilename())
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('no file is offered where its author or the library does not offer it', async ({ page }) => {
  await setAccess('everyone')
  await page.goto(`/books/${hereOnly}`)
  await expect(page.getByText('Reading here only')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Download/ }).filter({ hasText: 'MB' })).toHaveCount(0)
  expect((await page.request.get(`/opds/get/${hereOnly}.pdf`)).status()).toBe(403)
  await setAccess('members')
  await page.goto(`/books/${id}`)
  await expect(page.getByText(/^PDF · /)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Download PDF/ })).toHaveCount(0)
  expect((await page.request.get(`/opds/get/${id}.pdf`)).status()).toBe(401)
})

test('a library for members says what logging in needs, and leads to reading apps', async ({ page }) => {
  await setAccess('members')
  for (const path of ['/', '/library', '/auth', '/my', `/read/${id}`]) {
    await page.goto(path)
    await expect(notice(page)).toContainText('Logging in needs them')
    await expect(notice(page)).toBeVisible()
    await expect(page.getByText(OLDER_BROWSER.parts)).toBeHidden()
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/auth')
  expect(await wideBy(page)).toBe(0)
  await notice(page).locator('a').click()
  await expect(page.getByText(`${theSite().address}/opds`)).toBeVisible()
})
