import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type Page, expect, test } from '@playwright/test'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { freePort } from '#tests/free-port.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { type Person, type Site, aPerson, browserOf } from './people.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'
import { expectGoodLayout } from './good-layout.ts'

const TITLES = ['The Reader’s Handbook', 'The Author’s Handbook', 'The Administrator’s Handbook']
const FIRST = 'Add the first books'

test.describe('an empty library', () => {
  test.describe.configure({ mode: 'serial' })

  let server: SpawnedServer
  let site: Site
  let author: Person

  test.beforeAll(async () => {
    const dataDir = await mkdtemp(join(await memoryFolder(), 'quillhouse-empty-'))
    const port = await freePort()
    site = { address: `http://127.0.0.1:${port}`, dataDir }
    server = spawnServer({ PORT: String(port), PUBLIC_URL: site.address, DATA_DIR: dataDir, RATE_LIMITS: 'off' })
    await server.opened()
    author = await aPerson('author', site)
  })
  test.afterAll(async () => {
    await server.stop()
    await rm(site.dataDir, { recursive: true, force: true })
  })

  test('shows a visitor the first steps', async ({ browser }) => {
    await withPage(browser, undefined, async (page) => {
      await page.goto(site.address)
      const steps = page.getByRole('region', { name: FIRST })
      await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
        'Publish a book of your own',
        'Start with three handbooks',
        'Or do it from the command line',
      ])
      await expect(steps).toContainText('npm run quillhouse -- handbooks')
      await expectGoodLayout(page)
      await steps.getByRole('link', { name: 'Sign up as an author' }).click()
      await expect(page.getByRole('heading', { name: 'You are signing up as an author' })).toBeVisible()
    })
  })

  test('tells a reader that authors publish books, and that the library has none', async ({ browser }) => {
    const reader = await aPerson('reader', site)
    await withPage(browser, reader, async (page) => {
      await page.goto(site.address)
      await expect(page.getByRole('region', { name: FIRST })).toContainText('Books come from authors.')
      await expect(page.getByRole('button', { name: 'Publish the handbooks' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Explore' }).click()
      await expect(page.getByText('No books found. Try a different search or category.')).toBeVisible()
      await expectGoodLayout(page)
    })
  })

  test('an author publishes the three handbooks with one click, as regular books', async ({ browser }) => {
    await withPage(browser, author, async (page) => {
      await page.goto(site.address)
      await expect(page.getByRole('region', { name: FIRST })).toContainText(
        'Choose a Word file, PDF or EPUB, say what it is about',
      )
      await expectGoodLayout(page)
      await page.getByRole('button', { name: 'Publish the handbooks' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'The three handbooks are published.' })).toBeVisible({
        timeout: 20_000,
      })
      await expect(page.getByRole('heading', { name: FIRST })).toBeHidden()
      await page.goto(`${site.address}/library`)
      for (const title of TITLES) await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
      await expect.poll(() => coverWidths(page)).toEqual([true, true, true])
      await page.getByRole('link', { name: TITLES[0] ?? '' }).click()
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: 'Read Now' }).click(),
      ])
      const text = tab.locator('.textLayer').first()
      await expect(text).toContainText(/Handbook/, { timeout: 15_000 })
    })
  })

  test('shows a visitor no first steps once it has books', async ({ browser }) => {
    await withPage(browser, undefined, async (page) => {
      await page.goto(site.address)
      await untilHydrated(page)
      await expect(page.getByRole('heading', { name: FIRST })).toHaveCount(0)
      await page.getByRole('combobox', { name: 'Search books by title' }).fill('administrator')
      await expect(page.getByRole('option', { name: 'The Administrator’s Handbook' })).toBeVisible()
    })
  })

  const withPage = async (browser: Browser, person: Person | undefined, act: (page: Page) => Promise<void>) => {
    const context = await browserOf(browser, person, site)
    const pageErrors = await collectPageErrors(context)
    await act(await context.newPage())
    await context.close()
    expect(pageErrors).toEqual([])
  }
})

const coverWidths = (page: Page) =>
  page
    .locator('main img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 100))
