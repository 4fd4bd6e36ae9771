import { expect, test } from '@playwright/test'
import { LANGUAGES } from '#contract/languages.ts'
import { readTexts } from '#scripts/translate/language-files.ts'
import { expectNoAxeFindings } from '../axe.ts'
import { aBook, aPerson, browserOf, PASSWORD, sharedPerson, theSite } from './people.ts'

/** Those that the tests' pages are built in: npm test says which. */
const TRIED = [
  { tag: 'de', locale: 'de-AT', library: 'Bibliothek' },
  { tag: 'ar', locale: 'ar-EG', library: 'المكتبة' },
  { tag: 'ja', locale: 'ja-JP', library: '図書館' },
] as const
const WIDTHS = [320, 768, 1280]
const PLACES = ['/', '/auth', '/about', '/download', '/devices', '/premium', '/copyright']
const MEMBERS = ['/library', '/profile', '/profile/security', '/my', '/my/notes', '/notices', '/create', '/kept']

for (const { tag, locale } of TRIED) {
  const path = LANGUAGES.find((language) => language.tag === tag)?.path ?? ''

  test(`a visitor who reads ${tag} gets all pages in it, and none that is too wide`, async ({ browser }) => {
    const context = await browser.newContext({ locale, baseURL: theSite().address })
    const page = await context.newPage()
    for (const place of PLACES) {
      await page.goto(place)
      await expect(page).toHaveURL(path + (place === '/' ? '' : place))
      await expect(page.locator('html')).toHaveAttribute('lang', tag)
      await expect(page.locator('html')).toHaveAttribute('dir', tag === 'ar' ? 'rtl' : 'ltr')
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        await expect.poll(over, { message: `${place} at ${width}` }).toBeLessThanOrEqual(0)
      }
      await expectNoAxeFindings(page)
    }
    await context.close()
  })

  test(`somebody who reads ${tag} logs in, reads and rates a book, and stays in the language`, async ({ browser }) => {
    const [author, reader] = await Promise.all([sharedPerson('author'), aPerson('reader')])
    const texts = await readTexts(tag, 'pages')
    const title = `Inselbuch ${crypto.randomUUID().slice(0, 6)}`
    const { _id: id } = await aBook(author, { title, genre: 'Poetry' })
    const context = await browser.newContext({ locale, baseURL: theSite().address })
    const page = await context.newPage()
    await page.goto('/auth')
    await page.locator('input[type=email]').first().fill(reader.email)
    await page.locator('input[type=password]').first().fill('not the password')
    await page.locator('form button[type=submit]').first().click()
    const failure = page.getByRole('alert').first()
    await expect(failure).toBeVisible()
    await expect(failure).not.toContainText(/Login|password/)
    await page.locator('input[type=password]').first().fill(PASSWORD)
    await page.locator('form button[type=submit]').first().click()
    await expect(page).toHaveURL(path)

    await page.goto(`/books/${id}`)
    await expect(page).toHaveURL(`${path}/books/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const want = page.getByRole('button', { name: texts['shelves.SHELVED.want'], exact: true })
    await want.click()
    await expect(page.getByText(texts['shelves.SHELVED.done.wanted'] ?? '')).toBeVisible()
    await want.click()
    await expect(page.getByText(texts['shelves.SHELVED.done.notWanted'] ?? '')).toBeVisible()
    await page.goto(`/read/${id}`)
    await expect(page).toHaveURL(new RegExp(`${path}/read/${id}`))
    await expect(page.locator('.page[data-loaded], [data-page-number="1"] canvas').first()).toBeVisible()
    await context.close()
  })

  test(`the pages of a member in ${tag} are none too wide`, async ({ browser }) => {
    const reader = await aPerson('author')
    const context = await browserOf(browser, reader)
    await context.addCookies([{ name: 'language', value: tag, url: theSite().address }])
    const page = await context.newPage()
    for (const place of MEMBERS) {
      await page.goto(theSite().address + place)
      await expect(page.locator('html')).toHaveAttribute('lang', tag)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        await expect.poll(over, { message: `${place} at ${width}` }).toBeLessThanOrEqual(0)
      }
    }
    await context.close()
  })
}

test('a language that is chosen at the foot of a page stays chosen', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL('/ja/about')
  await page.goto('/terms')
  await expect(page).toHaveURL('/ja/terms')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/terms')
})

test('a page that is chosen in another language keeps its address, also where links from mails lead', async ({
  page,
}) => {
  for (const path of ['/auth/reset?token=of-a-mail', '/about#begin']) {
    // What names the page in a link is loaded once the page works.
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: '日本語' }).click()
    await expect(page).toHaveURL(`/ja${path}`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(path)
  }
})
