import { randomUUID } from 'node:crypto'
import { type Browser, type Locator, type Page, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { togglePremium } from '#contract/admin.ts'
import { addComment } from '#contract/comments.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { deleteBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { type Person, aBook, aPerson, anAdmin, apiOf, browserOf, copiesOf, sharedPerson, theSite } from './people.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors, rememberShifts, shiftsOn, visibleShifts } from './watched-page.ts'

/** In every title of this file, so that a search finds these books alone. */
const mark = `Gypsy${randomUUID().slice(0, 6)}`
const ARABIC = { title: `محال أن ننسى القمر ${mark}`, author: 'ليلى الحداد', caption: 'حكاية عن القمر.' }
const CAPTION = 'It runs by the moon, and whoever winds it is late for everything but the tide. '.repeat(3)
const COPIES = 22
const PHONE = { width: 360, height: 740 }

let author: Person
let reader: Person
let admin: Person
let first: string
let arabic: string
let page: Page
let pageErrors: string[]

test.beforeAll(async ({ browser }) => {
  ;[author, reader, admin] = await Promise.all([aPerson('author'), sharedPerson('reader'), anAdmin()])
  const book = await aBook(author, { title: mark, genre: 'Romance', caption: CAPTION })
  first = book._id
  arabic = (await aBook(author, { ...ARABIC, genre: 'Poetry' }))._id
  await aBook(author, { title: `The Rogue of ${mark}`, genre: 'Horror' })
  await copiesOf(
    book,
    Array.from({ length: COPIES }, (_, n) => `${mark} y${n}`),
  )
  await apiOf(theSite(), reader)(rateBook, { params: { id: first }, body: { rating: 5 } })
  const context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
})
test.beforeEach(() => page.setViewportSize({ width: 1280, height: 800 }))
test.afterEach(() => expect(pageErrors.splice(0).filter((one) => !one.includes('net::ERR_'))).toEqual([]))
test.afterAll(() => page.context().close())

/** A page of somebody else, closed after the test. */
const pageOf = async (browser: Browser, person?: Person) => {
  const context = await browserOf(browser, person)
  return context.newPage()
}

const genres = () => page.getByRole('navigation', { name: 'Genres' })
const shelfButton = () => page.getByRole('button', { name: 'All 25 genres' })
const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace(/[\d,]+$/, '').trim())

const openLibrary = async (search = '') => {
  await page.goto(`/library${search}`)
  await genres().getByRole('link', { name: /^All/ }).waitFor()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await untilHydrated(page)
}

/** A genre with the number of its books, or without one where it has none. */
const spineOf = (genre: string) => new RegExp(`^${genre}\\s*(?:[1-9][\\d,]*)?$`)

test.describe('genres', () => {
  test('are one tab stop, in which the arrow keys, Home and End move', async () => {
    await openLibrary()
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('All')
    const names = (await genres().getByRole('listitem').getByRole('link').allTextContents()).map((text) =>
      text.replace(/[\d,]+$/, '').trim(),
    )
    for (const name of names.slice(1)) {
      await page.keyboard.press('ArrowRight')
      expect(await focused()).toBe(name)
      await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
    }
    await page.keyboard.press('End')
    expect(await focused()).toBe('All 25 genres')
    await page.keyboard.press('Home')
    expect(await focused()).toBe('All')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first().getByRole('link')).toBeFocused()
  })

  test('stay a tab stop when a search has no books of the genre that had the focus', async () => {
    await openLibrary()
    // The one of the book itself would be there after it.
    await genres().getByRole('listitem').getByRole('link').filter({ hasNotText: 'Horror' }).last().focus()
    await page.getByRole('searchbox').fill(`The Rogue of ${mark}`)
    await page.keyboard.press('Enter')
    await expect(genres().getByRole('listitem')).toHaveCount(2)
    await expect(genres().locator('ul').first().locator('[tabindex="0"]')).toHaveText('All 1')
  })

  test('are all on a shelf that opens over the page: by mouse', async () => {
    await openLibrary()
    await shelfButton().click()
    const shelf = page.getByRole('dialog', { name: 'All 25 genres' })
    await expect(shelf).toBeVisible()
    const spines = shelf.getByRole('link')
    await expect(spines).toHaveCount(GENRES.length)
    for (const genre of GENRES) await expect(spines.filter({ hasText: spineOf(genre) })).toBeInViewport({ ratio: 1 })
    await spines.filter({ hasText: 'Travel' }).click()
    await expect(page).toHaveURL('/library/Travel')
    await expect(shelf).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Travel' })).toBeFocused()
  })

  test('are all on the shelf by keyboard, and Escape returns to the button', async () => {
    await openLibrary()
    await shelfButton().focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Fiction')
    const seen = [await focused()]
    for (const _ of GENRES.slice(1)) {
      await page.keyboard.press('ArrowRight')
      seen.push(await focused())
    }
    expect(seen).toEqual([...GENRES])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'All 25 genres' })).toBeHidden()
    await expect(shelfButton()).toBeFocused()
  })

  test('are all on the shelf by finger, as a pile', async () => {
    await page.setViewportSize(PHONE)
    await openLibrary()
    expect((await shelfButton().getByText('All', { exact: true }).boundingBox())?.width).toBe(1)
    await shelfButton().click()
    const spines = page.getByRole('dialog', { name: 'All 25 genres' }).getByRole('link')
    for (const genre of GENRES) {
      const spine = spines.filter({ hasText: spineOf(genre) })
      await spine.click({ trial: true })
      expect((await spine.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await spines.filter({ hasText: 'Other' }).click()
    await expect(page).toHaveURL('/library/Other')
  })

  test('are two rows in a wide window and one that scrolls sideways on a phone, and stay in view while scrolling', async () => {
    const rows = () =>
      genres()
        .getByRole('listitem')
        .evaluateAll((items) => {
          const box = items[0]?.parentElement?.getBoundingClientRect()
          const tops = items.map((item) => Math.round(item.getBoundingClientRect().top))
          return new Set(tops.filter((top) => box && top >= box.top - 1 && top + 44 <= box.bottom + 1)).size
        })
    // More genres than two rows have room for.
    const counts = GENRES.map((_id, index) => ({ _id, count: 100 - index }))
    await page.route('**/api/books/genres', (route) => route.fulfill({ json: counts }))
    await openLibrary()
    await expect.poll(rows).toBe(2)
    await page.setViewportSize(PHONE)
    await expect.poll(rows).toBe(1)
    const list = genres().getByRole('list').first()
    expect(await list.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
    for (const size of [PHONE, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size)
      await page.getByRole('navigation', { name: 'Pages' }).scrollIntoViewIfNeeded()
      await expect(shelfButton()).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
    }
    await page.unroute('**/api/books/genres')
  })

  test('the current genre is in view, wherever its chip is', async () => {
    const counts = GENRES.map((_id, index) => ({ _id, count: 100 - index }))
    await page.route('**/api/books/genres', (route) => route.fulfill({ json: counts }))
    for (const size of [{ width: 1280, height: 800 }, PHONE]) {
      await page.setViewportSize(size)
      await page.goto('/about')
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/library/Other')
      await expect(
        genres()
          .getByRole('listitem')
          .getByRole('link', { name: /^Other/ }),
      ).toBeInViewport({ ratio: 1 })
    }
    await page.unroute('**/api/books/genres')
  })

  test('the open shelf has no axe findings in light and dark, and fits at 320 px', async () => {
    await openLibrary()
    await shelfButton().click()
    await page.getByRole('dialog', { name: 'All 25 genres' }).waitFor()
    await expectGoodLayout(page)
  })
})

test.describe('a search', () => {
  const titles = () => page.getByRole('main').getByRole('heading', { level: 2 })

  test('with a misspelled word says what it shows, and searches for the word as it is on request', async () => {
    await aBook(author, { title: 'Whortleberry Season', genre: 'Poetry' })
    await openLibrary()
    await page.getByRole('searchbox').fill('whortelberry')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Showing results for whortleberry.')).toBeVisible()
    await expect(titles().first()).toHaveText('Whortleberry Season')
    await expectGoodLayout(page)
    // They are about the books, not about what is inside of them.
    const shown = page.getByText(/^Showing results for|of \d books?$/)
    await expect(shown).toHaveCount(2)
    await page.getByRole('link', { name: 'Inside the books' }).click()
    await expect(page.getByText(/pages? found|No page/).first()).toBeVisible()
    await expect(shown).toHaveCount(0)
    await page.goBack()
    await page.getByRole('link', { name: 'Search instead for whortelberry' }).click()
    await expect(page).toHaveURL('/library?query=whortelberry&exact=true')
    await expect(page.getByText('No books found. Try a different search or category.')).toBeVisible()
    await expect(page.getByText('Showing results for')).toHaveCount(0)
    await page.getByRole('searchbox').fill('season whortelberry')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/library?query=season+whortelberry')
    await expect(titles().first()).toHaveText('Whortleberry Season')
  })

  test('is ordered by best match unless the reader chooses another order', async () => {
    await openLibrary()
    await page.getByRole('searchbox').fill(mark)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/library?query=${mark}`)
    const sort = page.getByLabel('Sort by')
    await expect(sort).toHaveValue('best-match')
    await expect(sort.locator('option')).toHaveText(['Best match', 'Newest', 'Title', 'Top rated', 'Most read'])
    await expect(titles().first()).toHaveText(mark)
    await sort.selectOption('Newest')
    await expect(page).toHaveURL(`/library?query=${mark}&sort=new`)
    await expect(titles().first()).toHaveText(`The Rogue of ${mark}`)
    await sort.selectOption('Best match')
    await expect(page).toHaveURL(`/library?query=${mark}`)
    await expect(titles().first()).toHaveText(mark)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(sort).toHaveValue('new')
    await expect(sort.locator('option')).toHaveText(['Newest', 'Title', 'Top rated', 'Most read'])
  })

  test('keeps the focus in its field, which follows the address', async () => {
    await openLibrary()
    const field = page.getByRole('searchbox')
    for (const words of [mark, `The Rogue of ${mark}`]) {
      await field.fill(words)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/library?${new URLSearchParams({ query: words })}`)
      await expect(titles().first()).toHaveText(words)
      await expect(field).toBeFocused()
    }
    await page.goBack()
    await expect(field).toHaveValue(mark)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(page).toHaveURL('/library')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
  })

  test('has chips with the numbers of its own results', async () => {
    await openLibrary(`?query=${mark}`)
    const chips = genres().getByRole('listitem').getByRole('link')
    await expect(chips).toHaveText([`All ${COPIES + 3}`, `Romance ${COPIES + 1}`, 'Horror 1', 'Poetry 1'])
    await expect(page.getByText(`1 to 12 of ${COPIES + 3} books`)).toBeVisible()
    await chips.filter({ hasText: 'Horror' }).click()
    await expect(page).toHaveURL(`/library/Horror?query=${mark}`)
    await expect(titles()).toHaveText([`The Rogue of ${mark}`])
  })

  test('in the bar ends in all results, which lead to the library', async () => {
    await page.goto('/about')
    await untilHydrated(page)
    const search = page.getByRole('combobox', { name: 'Search books by title' })
    await search.fill(mark)
    const all = page.getByRole('option', { name: `All ${COPIES + 3} results` })
    await expect(all).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('option').last()).toHaveText(`All ${COPIES + 3} results`)
    await page.keyboard.press('ArrowUp')
    await expect(all).toHaveAttribute('aria-selected', 'true')
    await expect(search).toHaveAttribute('aria-activedescendant', (await all.getAttribute('id')) ?? '')
    await expectGoodLayout(page)
    await search.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/library?query=${mark}`)
    await page.goto('/about')
    await untilHydrated(page)
    await search.fill(mark)
    await all.click()
    await expect(page).toHaveURL(`/library?query=${mark}`)
  })

  test('that has too many results to count says so, and shows no numbers on the chips', async () => {
    await page.route('**/api/books/genres?*', (route) =>
      route.fulfill({ json: GENRES.map((_id) => ({ _id, count: null })) }),
    )
    await openLibrary(`?query=${mark}`)
    await expect(genres().getByRole('listitem')).toHaveText(
      ['All', ...GENRES].map((name) => new RegExp(`^${name}\\s*$`)),
    )
    await page.route('**/api/books/suggestions?*', (route) =>
      route.fulfill({ json: { authors: [], totalBooks: 1000 } }),
    )
    await page.goto('/about')
    await untilHydrated(page)
    await page.getByRole('combobox', { name: 'Search books by title' }).fill(mark)
    await expect(page.getByRole('option').last()).toHaveText('All results, 1,000 or more')
    await page.unroute('**/api/books/suggestions?*')
    await page.unroute('**/api/books/genres?*')
  })
})

test.describe('Back to the library', () => {
  const back = () => page.getByRole('link', { name: 'Back to the library' })

  test('keeps genre, search, order and page, also after a reload and from a related book', async () => {
    const list = `/library/Romance?query=${mark}&sort=title&page=2`
    await openLibrary(list.slice('/library'.length))
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().getByRole('link').click()
    await expect(back()).toHaveAttribute('href', list)
    await page.reload()
    await expect(back()).toHaveAttribute('href', list)
    await page.getByRole('region', { name: 'More by this author' }).getByRole('link').first().click()
    await expect(back()).toHaveAttribute('href', list)
    await back().click()
    await expect(page).toHaveURL(list)
    await expect(page.getByLabel('Sort by')).toHaveValue('title')
  })

  test('goes to the library from a book that was opened by its address', async () => {
    await page.goto(`/book/${first}`)
    await expect(back()).toHaveAttribute('href', '/library')
  })
})

/** Whether a clipped text looks the same as without its clipping. */
const isWhole = async (text: Locator) => {
  await text.scrollIntoViewIfNeeded()
  const box = await text.boundingBox()
  if (!box) throw new Error('the text is not visible')
  const room = 8
  const clip = { x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room }
  const shot = () => text.page().screenshot({ clip })
  const clipped = await shot()
  await text.evaluate((one) => (one.style.overflow = 'visible'))
  const whole = await shot()
  await text.evaluate((one) => (one.style.overflow = ''))
  return clipped.equals(whole)
}

test('titles keep their descenders, in Latin and Arabic', async () => {
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  for (const name of [mark, ARABIC.title, `The Rogue of ${mark}`]) {
    await openLibrary(`?query=${encodeURIComponent(name)}`)
    await page.evaluate(() => document.fonts.ready)
    const card = cards.filter({ has: page.getByRole('heading', { name, exact: true }) })
    for (const text of [card.getByRole('heading'), card.locator('p').first()])
      // Polled, because a cover that arrives late changes the screenshot.
      await expect.poll(() => isWhole(text), { message: name }).toBe(true)
  }
})

/** How far apart the shades are between the letters of the third line, which has no descenders, and the end of the title. */
const shadesBelow = async (title: Locator) => {
  await title.scrollIntoViewIfNeeded()
  const clip = await title.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const { paddingTop, lineHeight, fontSize } = getComputedStyle(one)
    const letters = Math.ceil(top + parseFloat(paddingTop) + 3 * parseFloat(lineHeight) - 0.15 * parseFloat(fontSize))
    return { x: left, y: letters, width, height: Math.floor(top + height) - letters }
  })
  const { channels } = await sharp(await title.page().screenshot({ clip })).stats()
  return Math.max(...channels.map(({ min, max }) => max - min))
}

test('of a title of more than three lines nothing shows below the third', async () => {
  // What is tall and has no descenders.
  const title = 'ÉTOILEBÂTIE '.repeat(12).trim()
  const long = await aBook(author, { title, genre: 'Travel' })
  for (const [width, size] of [
    [1280, '100%'],
    [1280, '125%'],
    [360, '100%'],
    [360, '125%'],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 })
    await openLibrary('?query=etoilebatie')
    await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size)
    await page.evaluate(() => document.fonts.ready)
    const heading = page.locator(`li:has(a[href*="${long._id}"])`).getByRole('heading', { level: 2 })
    // Polled, because a cover that arrives late moves it.
    await expect.poll(() => shadesBelow(heading), { message: `${width} px, ${size}` }).toBe(0)
  }
  await apiOf(theSite(), author)(deleteBook, { params: { id: long._id } })
})

test('an Arabic book starts at the same side as its figures and buttons', async () => {
  const startOf = (one: Locator) =>
    one.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return Math.min(...[...range.getClientRects()].map(({ left }) => left))
    })
  const expectSameStart = (...texts: Locator[]) =>
    expect
      .poll(async () => {
        const starts = await Promise.all(texts.map(startOf))
        return Math.max(...starts) - Math.min(...starts)
      })
      // Letters begin some pixels inside or outside of their box.
      .toBeLessThan(8)
  await page.goto(`/book/${arabic}`)
  await page.getByRole('group', { name: 'Rate this book' }).waitFor()
  await expectSameStart(
    page.getByRole('heading', { level: 1 }),
    page.getByText(`By ${ARABIC.author}`),
    page.getByText('Category', { exact: true }),
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl')
  await openLibrary(`/Poetry?query=${mark}`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expectSameStart(card.getByRole('heading'), card.getByText(ARABIC.author), card.getByText(/views?$/))
  await expectGoodLayout(page)
})

/**
 * Runs in the page: moves a list of books so that the covers of its first row, whose heights differ by fractions of a
 * pixel, end on both sides of the middle of a pixel. A line that each card drew would be rounded up and down.
 */
const moveBetweenPixels = (list: HTMLElement | SVGElement) => {
  list.style.marginTop = ''
  const ends = [...list.children].map((card) => card.firstElementChild?.getBoundingClientRect().bottom ?? 0)
  const row = ends.filter((end) => Math.abs(end - (ends[0] ?? 0)) < 2)
  const lowest = Math.max(...row)
  list.style.marginTop = `${Math.ceil(lowest) + 0.5 - lowest}px`
}

test('the covers of a row stand on one line', async () => {
  await openLibrary(`?query=${mark}`)
  const REACH = 8
  const covers = page.locator('main li img')
  const rowAt = async (width: number) => {
    await page.locator('main ul:has(li img)').evaluate(moveBetweenPixels)
    await covers.first().scrollIntoViewIfNeeded()
    const boxes = await covers.evaluateAll((images) =>
      images.map((image) => image.getBoundingClientRect().toJSON() as DOMRect),
    )
    const row = boxes.filter(({ y }) => Math.abs(y - (boxes[0]?.y ?? 0)) < 2)
    const shot = sharp(await page.screenshot()).greyscale()
    const levels = await Promise.all(
      row.map(async ({ x, y, height }) => {
        const top = Math.round(y + height) - REACH
        // Beside the cover, where nothing but the line is drawn.
        const { data } = await shot
          .clone()
          .extract({ left: Math.max(0, Math.floor(x) - 3), top, width: 1, height: 2 * REACH })
          .raw()
          .toBuffer({ resolveWithObject: true })
        return [...data].flatMap((shade, index) => (shade < 90 ? [top + index] : [])).join()
      }),
    )
    return [width, row.length > 1, new Set(levels).size, levels[0] !== '']
  }
  for (const width of [1920, 1324, 1280, 1278, 1263, 1256, 1234, 1130, 1024, 1008, 972, 911, 854, 768, 701, 430, 360]) {
    await page.setViewportSize({ width, height: 1400 })
    // Polled, because covers may arrive late.
    await expect.poll(() => rowAt(width)).toEqual([width, true, 1, true])
  }
})

test('PREMIUM leaves a card’s views beside its rating', async ({ browser }) => {
  await apiOf(theSite(), admin)(togglePremium, { params: { id: first }, body: { isPremium: true } })
  for (const [person, path] of [
    [undefined, '/premium'],
    [reader, '/'],
  ] as const) {
    const other = await pageOf(browser, person)
    // Other tests make books premium too.
    await other.route('**/api/books/premium?limit=*', async (route) => {
      const book = await other.request.get(`/api/books/${first}`)
      await route.fulfill({ json: [await book.json()] })
    })
    await other.goto(path)
    const card = other
      .getByRole('listitem')
      .filter({ has: other.getByRole('heading', { name: mark, exact: true }) })
      .filter({ hasText: 'PREMIUM' })
    for (const width of [1920, 1280, 1024, 768, 360]) {
      await other.setViewportSize({ width, height: 800 })
      await expect(card.getByText('PREMIUM')).toBeVisible()
      await expect
        .poll(
          async () => {
            const [rating, views] = [
              await card.getByText('5.0', { exact: true }).boundingBox(),
              await card.getByText(/views?$/).boundingBox(),
            ]
            return Math.abs((rating?.y ?? 0) - (views?.y ?? 99))
          },
          { message: `${path} at ${width} px` },
        )
        .toBeLessThan(4)
    }
    await other.context().close()
  }
})

test.describe('at 360 px', () => {
  test('Previous and Next share a row below the numbers, which have one', async () => {
    await page.setViewportSize(PHONE)
    await page.route('**/api/books?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...((await answer.json()) as object), currentPage: 50, totalPages: 508 } })
    })
    await page.goto('/library?page=50')
    const pager = page.getByRole('navigation', { name: 'Pages' })
    await pager.waitFor()
    const rows = (links: Locator) =>
      links.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
    await expect.poll(() => rows(pager.getByRole('link', { name: /^Page/ }))).toBe(1)
    await expect.poll(() => rows(pager.getByRole('link', { name: /^(?:Previous|Next)$/ }))).toBe(1)
    for (const link of await pager.getByRole('link').all()) {
      const box = await link.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await page.unroute('**/api/books?*')
  })

  test('the ring of the focused search field does not touch its text', async () => {
    await page.setViewportSize(PHONE)
    await openLibrary()
    const field = page.getByRole('searchbox')
    await field.focus()
    const gap = await field.evaluate((one) => {
      const { paddingLeft, outlineOffset } = getComputedStyle(one)
      return Number.parseFloat(paddingLeft) + Math.min(0, Number.parseFloat(outlineOffset))
    })
    expect(gap).toBeGreaterThanOrEqual(8)
  })
})

test('the page of a book has cover and words side by side at 768 px, and a drop cap', async () => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/book/${first}`)
  const title = page.getByRole('heading', { level: 1 })
  await title.waitFor()
  const cover = await page.locator('main header img').boundingBox()
  expect((await title.boundingBox())?.x).toBeGreaterThan((cover?.x ?? 0) + (cover?.width ?? 1000))
  const caption = page.getByRole('region', { name: 'About this book' }).getByRole('paragraph')
  const [letter, text] = await caption.evaluate((one) =>
    [getComputedStyle(one, '::first-letter'), getComputedStyle(one)].map(({ fontSize }) => Number.parseFloat(fontSize)),
  )
  expect(letter).toBeGreaterThan(3 * (text ?? 0))
})

test.describe('the flight of a cover', () => {
  const nameless = (target: Page) =>
    target.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((one) => getComputedStyle(one).viewTransitionName === 'book-cover')
        .map(
          (one) =>
            one.closest('li')?.querySelector('h2')?.textContent ??
            one.closest('header')?.querySelector('h1')?.textContent,
        ),
    )

  test('shows the picture of the card until its own is loaded, and goes back to the card', async ({ browser }) => {
    const own = await pageOf(browser, reader)
    await own.emulateMedia({ reducedMotion: 'no-preference' })
    await own.goto(`/library?query=${mark}`)
    const card = own.getByRole('listitem').filter({ has: own.getByRole('heading', { name: mark, exact: true }) })
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true)
    const loaded = await card.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)
    // The larger picture does not arrive.
    await own.route(/\/files\/cover\/.*-640\./, () => undefined)
    await card.getByRole('heading').getByRole('link').click()
    await own.getByRole('heading', { level: 1, name: mark, exact: true }).waitFor()
    const cover = own.locator('main header img').locator('xpath=ancestor::span[1]')
    await expect(cover).toHaveCSS('background-image', `url("${loaded}")`)
    await expect.poll(() => nameless(own)).toEqual([mark])
    await own.getByRole('link', { name: 'Back to the library' }).click()
    await card.waitFor()
    await expect.poll(() => nameless(own)).toEqual([mark])
    await own.context().close()
  })
})

test.describe('the administration of a book', () => {
  test('is one press away for administrators', async ({ browser }) => {
    const own = await pageOf(browser, admin)
    for (const path of [`/book/${first}`, `/books/${first}`]) {
      await own.goto(path)
      await own.getByRole('link', { name: 'Manage this book' }).click()
      await expect(own).toHaveURL(`/admin/books/edit/${first}`)
    }
    await own.context().close()
  })

  test('a bad book is deleted with three presses from the library', async ({ browser }) => {
    const bad = await aBook(author, { title: `Bad ${mark}`, genre: 'Humor' })
    const own = await pageOf(browser, admin)
    await own.goto(`/library/Humor?query=${mark}`)
    await own.getByRole('link', { name: bad.title }).click()
    await own.getByRole('button', { name: 'Delete', exact: true }).first().click()
    const dialog = own.getByRole('dialog', { name: 'Confirm Delete' })
    await expect(dialog).toContainText(`Are you sure you want to delete "${bad.title}"? This action cannot be undone.`)
    await expectGoodLayout(own)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(own).toHaveURL(`/library/Humor?query=${mark}`)
    await expect(own.getByText('No books found. Try a different search or category.')).toBeVisible()
    expect((await own.request.get(`/api/books/${bad._id}`)).status()).toBe(404)
    await own.context().close()
  })

  test('a failed deletion leaves the book and says so', async ({ browser }) => {
    const own = await pageOf(browser, admin)
    await own.route('**/api/admin/books/*', (route) => route.abort())
    await own.goto(`/book/${first}`)
    await own.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await own.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(own.getByRole('alert').filter({ hasText: 'Failed to delete book' })).toBeVisible()
    await expect(own).toHaveURL(`/book/${first}`)
    await own.context().close()
  })

  test('its publisher has Edit, and other readers have neither', async ({ browser }) => {
    const own = await pageOf(browser, author)
    await own.goto(`/book/${first}`)
    await expect(own.getByRole('link', { name: 'Manage this book' })).toHaveCount(0)
    await own.getByRole('link', { name: 'Edit' }).click()
    await expect(own).toHaveURL(`/books/${first}/edit`)
    await own.context().close()
    await page.goto(`/book/${first}`)
    await page.getByRole('group', { name: 'Rate this book' }).waitFor()
    const actions = page.getByRole('navigation', { name: 'This book' })
    await expect(actions.getByRole('button', { name: 'Report' })).toBeVisible()
    await expect(actions.getByRole('link')).toHaveCount(0)
  })
})

test.describe('comments', () => {
  test('text that is typed while a comment is posted stays', async () => {
    await page.goto(`/book/${arabic}`)
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    const posted = Promise.withResolvers<void>()
    await page.route('**/comments', async (route) => {
      if (route.request().method() === 'POST') await posted.promise
      await route.continue()
    })
    await field.fill('The first thought.')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await field.press('End')
    await field.pressSequentially(' And a second one.')
    posted.resolve()
    const comments = page.getByRole('region', { name: /^Comments/ })
    await expect(comments.getByRole('listitem')).toHaveText([/The first thought\.Delete$/])
    await expect(field).toHaveValue('And a second one.')
    await page.unroute('**/comments')
    await field.fill('')
  })

  test('the button that deletes a comment is below its text', async ({ browser }) => {
    const { comment } = await apiOf(theSite(), author)(addComment, {
      params: { id: first },
      body: { text: 'Taken from life.' },
    })
    const own = await pageOf(browser, author)
    for (const width of [1280, 360]) {
      await own.setViewportSize({ width, height: 800 })
      const item = own.getByRole('listitem').filter({ hasText: comment.text })
      // Pages may show a new comment up to a second later.
      await expect(async () => {
        await own.goto(`/book/${first}`)
        await untilHydrated(own)
        await expect(item).toBeVisible({ timeout: 2000 })
      }).toPass()
      const [text, button] = [
        await item.getByText(comment.text).boundingBox(),
        await item.getByRole('button', { name: 'Delete' }).boundingBox(),
      ]
      expect(button?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 1000))
      expect(Math.abs((button?.x ?? 0) - (text?.x ?? 99))).toBeLessThan(12)
    }
    await own.context().close()
  })
})

test('lists load by themselves when the browser is online again', async ({ browser }) => {
  const own = await pageOf(browser, reader)
  await own.goto('/about')
  await untilHydrated(own)
  await own.goto('/library')
  await own.getByRole('heading', { level: 2 }).first().waitFor()
  await own.route('**/api/books?*', (route) => route.abort())
  await own.getByLabel('Sort by').selectOption('Title')
  await own.getByText('Failed to load books. Please try again later.').waitFor()
  await own.context().setOffline(true)
  await own.unroute('**/api/books?*')
  await own.context().setOffline(false)
  await expect(own.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await own.context().close()
})

test.describe('a library that is open to everyone', () => {
  test.beforeAll(() => apiOf(theSite(), admin)(updateSiteSettings, { body: { libraryAccess: 'everyone' } }))
  test.afterAll(() => apiOf(theSite(), admin)(updateSiteSettings, { body: { libraryAccess: 'members' } }))

  test('shows its books without scripts', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: theSite().address })
    const plain = await context.newPage()
    await plain.goto('/library/Horror')
    await expect(plain.getByRole('heading', { level: 1, name: 'Horror' })).toBeVisible()
    await expect(plain.getByText('Ghosts, monsters and ordinary houses')).toBeVisible()
    await expect(plain.getByRole('heading', { level: 2, name: `The Rogue of ${mark}` })).toBeVisible()
    // The shelf of genres needs no script either.
    await plain.getByRole('button', { name: 'All 25 genres' }).click()
    await plain
      .getByRole('dialog')
      .getByRole('link', { name: /^Poetry/ })
      .click()
    await expect(plain).toHaveURL('/library/Poetry')
    await context.close()
  })

  for (const width of [1280, 390])
    test(`is hydrated without an error or a layout shift, ${width} px wide`, async ({ browser }) => {
      const visitor = await pageOf(browser)
      const errors = await collectPageErrors(visitor.context())
      await visitor.setViewportSize({ width, height: 800 })
      await rememberShifts(visitor)
      for (const path of ['/library', '/library/Romance?page=2', `/library?query=${mark}`]) {
        // The first time, fonts that arrive late move text by less than a pixel.
        await visitor.goto(path)
        await visitor.evaluate(() => document.fonts.ready)
        await visitor.goto(path)
        await untilHydrated(visitor)
        expect(visibleShifts(await shiftsOn(visitor))).toEqual([])
      }
      expect(errors).toEqual([])
      await visitor.goto('/library/Romance')
      await expectGoodLayout(visitor)
      await visitor.context().close()
    })

  test('keeps books for older readers from visitors where an administrator asks for it', async ({ browser }) => {
    const { _id: id } = await aBook(author, { title: `Older than ${mark}`, genre: 'Horror', age: '18' })
    await apiOf(theSite(), admin)(updateSiteSettings, { body: { visitorAge: '16' } })
    const [visitor, member] = [await pageOf(browser), await pageOf(browser, reader)]
    for (const [page, sees] of [
      [visitor, false],
      [member, true],
    ] as const) {
      const title = page.getByRole('heading', { name: `Older than ${mark}` })
      const errors = await collectPageErrors(page.context())
      await page.goto('/library/Horror')
      await untilHydrated(page)
      await expect(title).toHaveCount(sees ? 1 : 0)
      await page.goto(`/books/${id}`)
      if (sees) await expect(title.first()).toBeVisible()
      else await expect(page.getByText('This book is for older readers. Log in to see it.')).toBeVisible()
      await expectNoAxeFindings(page)
      expect(errors).toEqual([])
    }
    await visitor.getByRole('main').getByRole('link', { name: 'Login/Sign Up' }).click()
    await expect(visitor).toHaveURL(`/auth?next=${encodeURIComponent(`/books/${id}`)}`)
    await apiOf(theSite(), admin)(updateSiteSettings, { body: { visitorAge: 'all' } })
    await visitor.goto(`/books/${id}`)
    await expect(visitor.getByRole('heading', { name: `Older than ${mark}` }).first()).toBeVisible()
    await Promise.all([visitor.context().close(), member.context().close()])
  })
})
