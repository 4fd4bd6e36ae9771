import { expect, test } from '@playwright/test'
import { ENGLISH, LANGUAGES } from '#contract/shapes/languages.ts'
import { readTexts } from '#scripts/translate/language-files.ts'
import { expectNoAxeFindings } from '../axe.ts'
import { aBook, aPerson, browserOf, PASSWORD, sharedPerson, theSite } from './people.ts'

/** What browsers there ask for; the others ask for the language itself. */
const LOCALES: Record<string, string> = { de: 'de-AT', ar: 'ar-EG', ja: 'ja-JP', 'pt-BR': 'pt-PT', 'zh-Hans': 'zh-CN' }
/** Those that the pages are built in. */
const BUILT = process.env['BUILD_LANGUAGES']?.split(/[\s,]+/)
const TRIED = LANGUAGES.filter((language) => language !== ENGLISH && (BUILT?.includes(language.tag) ?? true))
const WIDTHS = [320, 768, 1280]
const PLACES = ['/', '/auth', '/about', '/download', '/devices', '/premium', '/copyright']
const MEMBERS = ['/library', '/profile', '/profile/security', '/my', '/my/notes', '/notices', '/create', '/kept']

for (const { tag, path, direction } of TRIED) {
  test(`a visitor who reads ${tag} gets all pages in it, and none that is too wide`, async ({ browser }) => {
    const context = await browser.newContext({ locale: LOCALES[tag] ?? tag, baseURL: theSite().address })
    const page = await context.newPage()
    for (const place of PLACES) {
      await page.goto(place)
      await expect(page).toHaveURL(path + (place === '/' ? '' : place))
      await expect(page.locator('html')).toHaveAttribute('lang', tag)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
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
    const context = await browser.newContext({ locale: LOCALES[tag] ?? tag, baseURL: theSite().address })
    const page = await context.newPage()
    await page.goto('/auth')
    await page.locator('input[type=email]').first().fill(reader.email)
    await page.locator('input[type=password]').first().fill('not the password')
    await page.locator('form button[type=submit]').first().click()
    // The sentence of the server, which is known here in English.
    await expect(page.getByRole('alert').first()).toContainText(texts['sentences.Wrong email or password.'] ?? '?')
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

  test(`none of the pages of a member in ${tag} is too wide, and axe finds nothing in them`, async ({ browser }) => {
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
      await expectNoAxeFindings(page)
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
