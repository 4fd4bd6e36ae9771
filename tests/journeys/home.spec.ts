import { randomUUID } from 'node:crypto'
import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { searchBooks } from '#contract/books.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { type Person, aBook, aPerson, anAdmin, apiOf, browserOf, copiesOf, countInRankings, theSite } from './people.ts'
import { untilHydrated } from './served.ts'

const SHELF = 4
/** Enough for every strip to be full without a repeat. */
const TITLES = Array.from({ length: 40 }, (_, index) => `The House on Quay ${index + 1}`)
const HEIGHT_MAX = 4500
const TAP = 44

let author: Person
let reader: Person
let newcomer: Person
let administrator: Person
const contexts: BrowserContext[] = []

test.beforeAll(async () => {
  const [writer, other, admin, one, two] = await Promise.all([
    aPerson('author'),
    aPerson('author'),
    anAdmin(),
    aPerson('reader'),
    aPerson('reader'),
  ])
  ;[author, reader, newcomer, administrator] = [writer, one, two, admin]
  const first = await aBook(other, { title: 'The House on the Hill' })
  await copiesOf(first, TITLES)
  for (let index = 0; index < 5; index += 1) await aBook(author, { title: `Letters Home ${index + 1}` })
  const books = await apiOf(theSite())(searchBooks, { query: { limit: 100, query: 'House on Quay' } })
  const ids = books.map(({ _id }) => _id)
  await countInRankings([reader])
  for (const id of ids.slice(0, 8)) await apiOf(theSite(), reader)(rateBook, { params: { id }, body: { rating: 5 } })
  for (const id of ids.slice(8, 12))
    await apiOf(theSite(), admin)(togglePremium, { params: { id }, body: { isPremium: true } })
  for (const id of ids.slice(16, 22))
    await apiOf(theSite(), admin)(toggleFeatured, { params: { id }, body: { isFeatured: true } })
  for (const person of [reader, author])
    for (const id of ids.slice(12, 16))
      await apiOf(theSite(), person)(savePosition, {
        params: { id },
        body: { device: { id: randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
      })
})
test.afterAll(() => Promise.all(contexts.map((context) => context.close())))

const homeOf = async (browser: Parameters<typeof browserOf>[0], person: Person | undefined, width = 1280) => {
  const context = await browserOf(browser, person)
  contexts.push(context)
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 800 })
  await page.goto('/')
  await untilHydrated(page)
  await page.getByRole('heading', { name: 'Premium, chosen from the top-rated' }).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** The titles of a page's strips, and for each the addresses of its books. */
const stripsOf = (page: Page) =>
  page.locator('main section:has(li img)').evaluateAll((sections) =>
    sections.map((section) => ({
      title: section.querySelector('h2')?.textContent ?? '',
      books: [...section.querySelectorAll<HTMLAnchorElement>('li h3 a')].map(({ href }) => href.split('/').at(-1)),
    })),
  )

for (const [who, titles] of [
  ['reader', ['Continue reading', 'New Arrivals', 'Today', 'Recommended For You', 'Top Rated', 'Featured']],
  ['author', ['Continue reading', 'New Arrivals', 'Recommended For You', 'Top Rated', 'Featured']],
] as const)
  test(`the ${who}’s home begins with what they are reading, repeats no book, and is at most ${HEIGHT_MAX} px high`, async ({
    browser,
  }) => {
    const page = await homeOf(browser, who === 'reader' ? reader : author)
    const shelvesOf = async () => (await stripsOf(page)).filter(({ books }) => books.length > 0)
    await expect
      .poll(async () => (await shelvesOf()).map(({ title, books }) => `${title}: ${books.length}`))
      .toEqual([...titles, 'Premium, chosen from the top-rated'].map((title) => `${title}: ${SHELF}`))
    const shelves = await shelvesOf()
    const books = shelves.flatMap((shelf) => shelf.books)
    expect(books.filter((book, index) => books.indexOf(book) !== index)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(HEIGHT_MAX)
    await expect(page.getByRole('link', { name: 'Sign up free' })).toHaveCount(0)
  })

test('a reader’s hero is one line, and the facts and the questions are folded', async ({ browser }) => {
  const page = await homeOf(browser, reader)
  const hero = page.getByRole('heading', { level: 1, name: 'A free library that its authors run.' })
  const lines = () =>
    hero.evaluate((one) =>
      Math.round(one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight)),
    )
  await expect.poll(lines).toBe(1)
  await expect(page.getByRole('main').getByRole('link', { name: 'Explore' })).toHaveAttribute('href', '/library')
  const facts = page.getByText('DRM-free books')
  await expect(facts).toBeHidden()
  await page.getByText('What you get').click()
  await expect(facts).toBeVisible()
  await page.getByText('Frequently asked questions').click()
  await page.getByText('Are all eBooks free?').waitFor()
  await expectGoodLayout(page)
})

test('a newcomer’s home has no empty strip', async ({ browser }) => {
  const page = await homeOf(browser, newcomer)
  await expect(page.getByRole('heading', { name: 'New Arrivals' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Continue reading' })).toHaveCount(0)
  for (const { title, books } of await stripsOf(page)) expect([title, books.length > 0]).toEqual([title, true])
})

test('a reader refuses recommended books of both shelves, and takes it back, also with the keyboard', async ({
  browser,
}) => {
  const page = await homeOf(browser, reader)
  for (const name of ['Recommended For You', 'Today']) {
    const card = page.getByRole('region', { name }).getByRole('listitem').first()
    const title = await card.getByRole('heading').innerText()
    const path = await card.getByRole('link').first().getAttribute('href')
    const saved = () => page.waitForResponse((response) => response.url().endsWith('/dismissed') && response.ok())
    await card.hover()
    await Promise.all([saved(), card.getByRole('button', { name: `Not for me: ${title}` }).click()])
    await expect(card.getByRole('status')).toHaveText('We won’t recommend it again.')
    await expectNoAxeFindings(page)
    const undo = card.getByRole('button', { name: `Undo: ${title}` })
    await expect(undo).toBeFocused()
    expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(TAP)
    await Promise.all([saved(), page.keyboard.press('Enter')])
    const button = card.getByRole('button', { name: `Not for me: ${title}` })
    await expect(button).toBeFocused()
    await Promise.all([saved(), page.keyboard.press('Enter')])
    await page.reload()
    await untilHydrated(page)
    await expect(page.getByRole('region', { name }).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('region', { name }).locator(`a[href="${path}"]`)).toHaveCount(0)
  }
})

test('a press on a recommended book is counted, and an administrator sees the share of the small authors’ place', async ({
  browser,
}) => {
  const page = await homeOf(browser, reader)
  const card = page.getByRole('region', { name: 'Recommended For You' }).getByRole('listitem').first()
  await card.getByRole('button', { name: /^Not for me/ }).waitFor()
  const counted = page.waitForResponse((response) => response.url().endsWith('/events/recommendation-click'))
  await card.getByRole('heading').getByRole('link').click()
  expect((await counted).status()).toBe(204)
  await page.waitForURL(/\/books\//)

  const context = await browserOf(browser, administrator)
  contexts.push(context)
  const dashboard = await context.newPage()
  const share = dashboard.getByText(
    /^The small authors’ place: \d+% of the clicks on recommendations in 30 days, with \d+% of the places$/,
  )
  await expect(async () => {
    await dashboard.goto('/admin')
    await expect(share).toBeVisible()
  }).toPass()
  await expectNoAxeFindings(dashboard)

  await dashboard.goto('/admin/site/books')
  await expect(dashboard.getByRole('group', { name: 'The small authors’ place' }).getByRole('radio')).toHaveCount(2)
  await expect(dashboard.getByLabel('One of four recommended books is one that few have seen')).toBeChecked()
})

test('the promotion rule follows the first upload, and the seven strokes the first day in top-rated', async ({
  browser,
}) => {
  const page = await homeOf(browser, author)
  const rule = page.getByText('Keep a book in the top-rated section for 7 days')
  await expect(rule).toBeVisible()
  await expect(page.getByText(/of 7 days in top-rated/)).toHaveCount(0)
  await page.route('**/api/books/user?*', async (route) => {
    const response = await route.fetch()
    const [first, ...rest] = (await response.json()) as { topRatedDays: number }[]
    await route.fulfill({ response, json: [{ ...first, topRatedDays: 3 }, ...rest] })
  })
  await page.reload()
  const progress = page.getByText('3 of 7 days in top-rated')
  await expect(progress).toBeVisible()
  await expect(progress.locator('i')).toHaveCount(7)
  const filled = await progress.locator('i').evaluateAll((strokes) => {
    const pink = document.createElement('i')
    pink.style.color = 'var(--blotter)'
    document.body.append(pink)
    const { color } = getComputedStyle(pink)
    return strokes.filter((stroke) => getComputedStyle(stroke).backgroundColor === color).length
  })
  expect(filled).toBe(3)
  await page.route('**/api/books/user?*', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await page.getByText('No books uploaded yet').waitFor()
  await expect(rule).toHaveCount(0)
})

test.describe('all 25 genres', () => {
  for (const width of [320, 768, 1100, 1280])
    test(`are inside a window of ${width} px, none twice, each large enough for a finger`, async ({ browser }) => {
      const page = await homeOf(browser, undefined, width)
      const links = page.getByRole('region', { name: 'Twenty-five shelves' }).getByRole('link')
      const genres = await links.evaluateAll((all) =>
        all.map((one) => {
          const { left, right, width, height } = one.getBoundingClientRect()
          const words = [...one.querySelectorAll('span')].map((span) => span.getBoundingClientRect().right)
          const name = one.firstElementChild?.textContent ?? ''
          return { name, left, right: Math.max(right, ...words), width, height }
        }),
      )
      expect(genres.map(({ name }) => name).toSorted()).toEqual(GENRES.toSorted())
      for (const { name, left, right, width: wide, height } of genres) {
        expect([name, left >= 0, right <= width]).toEqual([name, true, true])
        expect([name, Math.min(wide, height) >= TAP]).toEqual([name, true])
      }
    })

  test('are one tab stop, and arrow keys, Home and End move between them', async ({ browser }) => {
    const page = await homeOf(browser, undefined)
    const shelf = page.getByRole('region', { name: 'Twenty-five shelves' })
    expect(await shelf.getByRole('link').evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length)).toBe(1)
    await shelf.getByRole('link', { name: 'Fantasy' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(shelf.getByRole('link', { name: 'Mystery' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(shelf.getByRole('link', { name: 'Other' })).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await shelf.evaluate((one) => one.contains(document.activeElement))).toBe(false)
    await page.keyboard.press('Shift+Tab')
    await expect(shelf.getByRole('link', { name: 'Other' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/Other$/)
  })
})

test('the covers of the fan leave the sentence free at every width', async ({ browser }) => {
  const page = await homeOf(browser, undefined)
  for (const width of [960, 1024, 1280, 1366, 1440, 1600, 1920, 2560]) {
    await page.setViewportSize({ width, height: 1000 })
    const covered = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const lines = document.createRange()
      lines.selectNodeContents(heading)
      const isCover = (element: Element) => element.matches('[aria-hidden] *')
      return [...lines.getClientRects()].flatMap(({ right, top, height }) =>
        // Below the middle is the full stop.
        [0.3, 0.5, 0.75].filter((at) => document.elementsFromPoint(right, top + at * height).some(isCover)),
      )
    })
    expect(covered, `${width} px`).toEqual([])
  }
})

test('the numbers of the genres are beside their names where there are columns', async ({ browser }) => {
  const page = await homeOf(browser, undefined)
  const books = page.locator('li > a:has(small)')
  for (const width of [500, 640, 768, 900, 1024]) {
    await page.setViewportSize({ width, height: 1000 })
    // The first four have their front to the reader, with the number at its foot.
    const below = await books.evaluateAll((links) =>
      links.slice(4).flatMap(({ firstElementChild: name, lastElementChild: count }) => {
        const [words, number] = [name?.getBoundingClientRect(), count?.getBoundingClientRect()]
        return words && number && number.top >= words.bottom - 1 ? [name?.textContent] : []
      }),
    )
    expect(below, `${width} px`).toEqual([])
  }
})

test('the install dialog is ink on paper in both colour schemes', async ({ browser }) => {
  const context = await browserOf(browser)
  contexts.push(context)
  const page = await context.newPage()
  await page.goto('/download')
  await untilHydrated(page)
  for (const which of [0, 1]) {
    await page.getByRole('button', { name: 'Download Now' }).nth(which).click()
    const dialog = page.getByRole('dialog', { name: 'Install Quillhouse' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const colours = await dialog.evaluate((one) =>
        [one, ...one.querySelectorAll('h2, p')].map((part) => getComputedStyle(part).color),
      )
      const ink = await page.evaluate(() => getComputedStyle(document.body).color)
      expect(new Set(colours)).toEqual(new Set([ink]))
      await expectEnoughContrast(page)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await expectNoAxeFindings(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('the code to scan is for larger screens, and without an APK the steps install the web app', async ({
  browser,
}) => {
  const context = await browserOf(browser)
  contexts.push(context)
  const page = await context.newPage()
  await page.goto('/download')
  const code = page.getByRole('img', { name: 'Scan to download directly' })
  await expect(code).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(code).toBeHidden()
  const steps = page.getByRole('region', { name: 'Four steps to your first page' }).getByRole('listitem')
  await expect(steps.nth(1)).toContainText('You can skip this step: your browser installs the app itself')
  await expect(steps.nth(2)).toContainText('Add to Home Screen')
})
