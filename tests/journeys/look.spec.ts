import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { togglePremium } from '#contract/admin.ts'
import { addComment } from '#contract/comments.ts'
import { rateBook } from '#contract/ratings.ts'
import { type Person, aBook, aPerson, anAdmin, apiOf, browserOf, copiesOf, theSite, sharedPerson } from './people.ts'
import { aRealBook } from './printed-pdf.ts'
import { AWAY, type Served, serve, turnTo, untilHydrated } from './served.ts'
import { uploadFormOf } from './upload-form.ts'
import { collectPageErrors, rememberShifts, shiftsOn, visibleShifts } from './watched-page.ts'
import { expectGoodLayout, movingOn } from './good-layout.ts'

const PAGE_AND_A_BOOK = 13
const NOWHERE = '00000000-0000-4000-8000-000000000000'
const LONG = {
  title: 'Donaudampfschifffahrtsgesellschaftskapitän',
  caption: 'It goes down the river, and nobody on board knows how far. '.repeat(8),
}
const ARABIC = { title: 'محال أن ننسى القمر', author: 'ليلى الحداد', caption: 'حكاية عن القمر الذي لا ينسى أحدا.' }
const JAPANESE = { title: '月を忘れることはできない', author: '川端 夏子', caption: '忘れられない月の話。' }

type Who = 'visitor' | 'reader' | 'author'

const browsers = new Map<Who, BrowserContext>()
const pageErrors: string[] = []
let author: Person
let book: string
let premium: string

test.beforeAll(async ({ browser }) => {
  const [reader, writer, admin] = await Promise.all([sharedPerson('reader'), aPerson('author'), anAdmin()])
  author = writer
  await Promise.all([aBook(author, { ...ARABIC, genre: 'Poetry' }), aBook(author, { ...JAPANESE, genre: 'Drama' })])
  const first = await aBook(author, { title: 'The 1st Shelf of a SiteIdentity with Many Rooms' })
  premium = first._id
  const titles = Array.from(
    { length: PAGE_AND_A_BOOK - 4 },
    (_, index) => `The ${index + 2}th Shelf of a SiteIdentity with Many Rooms`,
  )
  await copiesOf(first, titles)
  await apiOf(theSite(), admin)(togglePremium, { params: { id: premium }, body: { isPremium: true } })
  book = (await aBook(author, LONG))._id
  const api = apiOf(theSite(), reader)
  await api(rateBook, { params: { id: book }, body: { rating: 4 } })
  await api(addComment, {
    params: { id: book },
    body: { text: `Read it aloud.\n\nhttps://example.org/${'x'.repeat(180)}` },
  })
  for (const [who, person] of [
    ['visitor', undefined],
    ['reader', reader],
    ['author', author],
  ] as const) {
    const context = await browserOf(browser, person)
    await collectPageErrors(context, pageErrors)
    browsers.set(who, context)
  }
})
// The browser logs each request without a response.
test.afterEach(() => expect(pageErrors.splice(0).filter((one) => !one.includes('net::ERR_FAILED'))).toEqual([]))
test.afterAll(() => Promise.all([...browsers.values()].map((context) => context.close())))

const pageOf = async (who: Who) => {
  const page = await browsers.get(who)?.newPage()
  if (!page) throw new Error(`no browser of ${who}`)
  return page
}

const sharedPages = new Map<Who, Page>()

/** One page for all states, because opening a page takes longer than navigating. */
const sharedPageOf = async (who: Who) => {
  const page = sharedPages.get(who) ?? (await pageOf(who))
  sharedPages.set(who, page)
  return page
}

/** The state of a page, who sees it, and how to bring it about. */
type State = [name: string, who: Who, arrange: (page: Page) => Promise<unknown>]

const opened = (path: string | (() => string), heading: string | RegExp) => async (page: Page) => {
  await page.goto(typeof path === 'string' ? path : path())
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await untilHydrated(page)
  await page.waitForFunction(
    () =>
      !document.querySelector('[class*=_loading_] [class*=skeleton]') &&
      document.fonts.status === 'loaded' &&
      document.title !== '',
  )
}

/** The page with the least content, to test what is on every page. */
const notFoundPage = opened('/no/such/page', 'Page not found')

/** A page while the API answers in this way, and a text of that state. */
const answered = (as: Served, path: string, text: string | RegExp) => async (page: Page) => {
  await serve(page, () => as)
  await page.goto('/about')
  await turnTo(page, path)
  await page.getByRole('main').getByText(text).first().waitFor()
}

const STATES: State[] = [
  ['home', 'visitor', opened('/', 'A free library that its authors run.')],
  ['home', 'reader', opened('/', 'A free library that its authors run.')],
  ['home', 'author', opened('/', 'Your books')],
  [
    'an open menu',
    'reader',
    async (page) => {
      await notFoundPage(page)
      await page.getByRole('button', { name: /^Profile/ }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  ],
  [
    'search results in the navbar',
    'visitor',
    async (page) => {
      await notFoundPage(page)
      await page.getByRole('combobox', { name: 'Search books by title' }).fill('shelf')
      await page.getByRole('option').first().waitFor()
    },
  ],
  ['library', 'reader', opened('/library', 'The library')],
  ['library, second page', 'reader', opened('/library?page=2', 'The library')],
  ['library, one genre', 'reader', opened('/library/poetry', 'Poetry')],
  [
    'library without results',
    'reader',
    async (page) => {
      await opened('/library?query=xyzzyplugh', 'The library')(page)
      await page.getByText('No books found. Try a different search or category.').waitFor()
    },
  ],
  [
    'library, failed',
    'reader',
    async (page) => {
      await page.route('**/api/books?*', (route) => route.fulfill(AWAY))
      await page.goto('/library')
      await page.getByText('Failed to load books. Please try again later.').waitFor()
    },
  ],
  ['book', 'visitor', opened(() => `/books/${book}`, LONG.title)],
  ['book', 'reader', opened(() => `/book/${book}`, LONG.title)],
  [
    'book, just rated',
    'reader',
    async (page) => {
      await opened(() => `/book/${book}`, LONG.title)(page)
      await page.getByRole('group', { name: 'Rate this book' }).locator('label').nth(4).click()
      await page.getByText('Thank you for rating this book!').waitFor()
    },
  ],
  [
    'book, rating failed',
    'reader',
    async (page) => {
      await opened(() => `/book/${book}`, LONG.title)(page)
      await page.route('**/rate', (route) => route.fulfill(AWAY))
      await page.getByRole('group', { name: 'Rate this book' }).locator('label').nth(1).click()
      await page.getByText('Failed to submit rating. Please try again.').waitFor()
    },
  ],
  ['book not found', 'visitor', opened(`/books/${NOWHERE}`, 'Book not found.')],
  [
    'book, failed',
    'reader',
    async (page) => {
      await page.route('**/api/books/*', (route) => route.fulfill(AWAY))
      await page.goto(`/book/${book}`)
      await page.getByText('Failed to load book details. Please try again later.').waitFor()
    },
  ],
  [
    'comments, failed',
    'reader',
    async (page) => {
      await page.route('**/api/books/*/comments', (route) => route.fulfill(AWAY))
      await page.goto(`/book/${book}`)
      await page.getByText('Failed to load comments. Please try again later.').waitFor()
    },
  ],
  ['login', 'visitor', opened('/auth', 'Login')],
  [
    'login, refused',
    'visitor',
    async (page) => {
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Please enter your email').first().waitFor()
      await page.getByLabel('Email').fill('nobody@example.org')
      await page.getByLabel('Password', { exact: true }).fill('nothing of this')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Wrong email or password.').waitFor()
    },
  ],
  ['login, with the guest login first', 'visitor', opened('/auth?next=%2Flibrary', 'Come in')],
  ['sign-up, Reader or Author', 'visitor', opened('/auth?sign-up=', 'Sign Up')],
  ['sign-up', 'visitor', opened('/auth?sign-up=reader', 'Sign Up')],
  [
    'sign-up with errors',
    'visitor',
    async (page) => {
      await page.goto('/auth?sign-up=author')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await page.getByText('Please enter your full name').first().waitFor()
    },
  ],
  ['verify', 'visitor', opened(`/auth/verify?token=${'a'.repeat(43)}`, 'Confirm your email')],
  [
    'verify with a used link',
    'visitor',
    async (page) => {
      await page.goto(`/auth/verify?token=${'a'.repeat(43)}`)
      await page.getByRole('button', { name: 'Verify my email' }).click()
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    },
  ],
  ['create', 'visitor', opened('/create', 'Upload a book')],
  ['create', 'reader', opened('/create', 'Upload a book')],
  ['create', 'author', opened('/create', 'Upload a book')],
  [
    'create, filled',
    'author',
    async (page) => {
      await page.goto('/create')
      const form = uploadFormOf(page)
      await form.fill({ ...LONG, author: 'Ottoline Marsh', genre: 'Health & Wellness' })
      await form.pdf.setInputFiles((await aRealBook()).file)
      await page.getByText('Title, author and pages were read from it.').waitFor()
    },
  ],
  [
    'create, with errors',
    'author',
    async (page) => {
      await page.goto('/create')
      await page.getByRole('radio', { name: 'Own image' }).check({ force: true })
      await uploadFormOf(page).upload.click()
      await page.getByText('Please select a PDF file').first().waitFor()
    },
  ],
  [
    'read',
    'reader',
    async (page) => {
      await page.goto(`/read/${book}`)
      await page.locator('.textLayer').first().getByText('The first page').waitFor()
    },
  ],
  [
    'read, file failed',
    'reader',
    async (page) => {
      await page.route('**/api/books/*/file', (route) => route.fulfill(AWAY))
      await page.goto(`/read/${book}`)
      await page.getByText('Could not open the PDF. Please try again later.').waitFor()
    },
  ],
  ['page not found', 'visitor', notFoundPage],
  ['home, loading', 'reader', answered('loading', '/', 'Loading top rated books...')],
  ['home, empty', 'visitor', answered('empty', '/', 'No premium books available at the moment.')],
  ['home, failed', 'author', answered('no answer', '/', /^Failed to fetch book details/)],
  ['premium books', 'visitor', opened('/premium', 'Premium books')],
  ['premium books, empty', 'visitor', answered('empty', '/premium', 'No premium books available at the moment.')],
  ['premium book', 'visitor', opened(() => `/book/premium/${premium}`, /^The 1st Shelf/)],
  ['showcase', 'visitor', opened('/BookComponent', 'Book showcase')],
  ['showcase, loading', 'visitor', answered('loading', '/BookComponent', 'Loading new arrivals...')],
  ['showcase, empty', 'visitor', answered('empty', '/BookComponent', 'No reads yet')],
  ['showcase, failed', 'visitor', answered('no answer', '/BookComponent', 'Could not load trending books')],
  ['the app', 'visitor', opened('/download', 'The whole library, in your pocket.')],
  ['reading apps', 'visitor', opened('/devices', 'Read on your device')],
  ['reading apps', 'reader', opened('/devices', 'Read on your device')],
  ['about', 'visitor', opened('/about', 'About Quillhouse')],
  ['privacy', 'visitor', opened('/privacy', /./)],
  ['terms', 'visitor', opened('/terms', 'Terms')],
]

test.describe('no axe violations in light and dark, no horizontal scrolling at 320 px, no console errors', () => {
  for (const [name, who, arrange] of STATES)
    test(`${name} (${who})`, async () => {
      const page = await sharedPageOf(who)
      await arrange(page)
      await expectGoodLayout(page)
      // Removes drafts of this state.
      await page.evaluate(() => sessionStorage.clear())
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
})

test.describe('no layout shift while a page loads', () => {
  const PATHS: [name: string, who: Who, path: () => string][] = [
    ['home', 'visitor', () => '/'],
    ['home', 'reader', () => '/'],
    ['home', 'author', () => '/'],
    ['library', 'reader', () => '/library'],
    ['book', 'visitor', () => `/books/${book}`],
    ['book', 'reader', () => `/book/${book}`],
  ]
  for (const [name, who, path] of PATHS)
    for (const width of [1280, 390])
      test(`${name} (${who}) at ${width} px`, async () => {
        const page = await pageOf(who)
        await page.setViewportSize({ width, height: 800 })
        await rememberShifts(page)
        // The first time, fonts that arrive late move text by less than a pixel.
        await page.goto(path())
        await page.evaluate(() => document.fonts.ready)
        await page.goto(path())
        await untilHydrated(page)
        expect(visibleShifts(await shiftsOn(page))).toEqual([])
        await page.close()
      })
})

test.describe('Read Now is on the first screen of a phone', () => {
  for (const who of ['visitor', 'reader'] as const)
    test(who, async () => {
      const page = await pageOf(who)
      await page.setViewportSize({ width: 360, height: 740 })
      await opened(() => `/books/${book}`, LONG.title)(page)
      await expect(page.getByRole('link', { name: 'Read Now' })).toBeInViewport({ ratio: 1 })
      await page.close()
    })
})

test.describe('the navbar on a phone is one row, and each control is at least 44 px high', () => {
  const TAP = 44
  for (const who of ['visitor', 'reader'] as const)
    for (const width of [320, 360])
      test(`${who} at ${width} px`, async () => {
        const page = await pageOf(who)
        await page.setViewportSize({ width, height: 640 })
        await notFoundPage(page)
        const bar = page.getByRole('banner')
        const search = bar.getByRole('combobox', { name: 'Search books by title' })
        const account =
          who === 'visitor'
            ? bar.getByRole('link', { name: 'Login/Sign Up' })
            : bar.getByRole('button', { name: /^Profile: / })
        const parts = [
          bar.getByRole('link', { name: 'Quillhouse' }),
          search,
          bar.getByRole('button', { name: 'Menu' }),
          account,
        ]
        await account.waitFor()
        const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
        let edge = 0
        for (const box of boxes) {
          if (!box) throw new Error('a control of the navbar is missing')
          expect(Math.ceil(box.x)).toBeGreaterThanOrEqual(Math.floor(edge))
          expect(box.height).toBeGreaterThanOrEqual(TAP)
          edge = box.x + box.width
        }
        expect(Math.floor(edge)).toBeLessThanOrEqual(width)
        expect((await bar.boundingBox())?.height).toBeLessThan(2 * TAP)
        await search.click()
        await search.fill('shelf')
        const widthOfSearch = async () => (await search.boundingBox())?.width
        await expect.poll(widthOfSearch).toBeGreaterThan(width / 2)
        const hit = page.getByRole('option').first()
        await hit.click({ trial: true })
        await bar.getByRole('button', { name: 'Close the search' }).click()
        await expect(hit).toBeHidden()
        await expect.poll(widthOfSearch).toBeLessThan(2 * TAP)
        await page.close()
      })
})

test('there are animations unless reduced motion is preferred', async () => {
  const page = await pageOf('visitor')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await opened('/', 'A free library that its authors run.')(page)
  expect((await movingOn(page)).length).toBeGreaterThan(0)
  await page.close()
})

test.describe('titles in other scripts', () => {
  for (const [what, words, word, family, lang, direction] of [
    ['Arabic', ARABIC, 'القمر', 'Amiri', 'ar', 'rtl'],
    ['Japanese', JAPANESE, '忘れる', 'Noto Serif JP', 'ja', 'ltr'],
  ] as const)
    test(`an ${what} title is found by one of its words, and has the right font, language and direction`, async () => {
      const page = await pageOf('reader')
      await page.goto(`/library?query=${encodeURIComponent(word)}`)
      const heading = page.getByRole('heading', { level: 2, name: words.title }).first()
      await expect(heading).toBeVisible()
      await expect(heading).toHaveAttribute('lang', lang)
      await expect(heading).toHaveCSS('direction', direction)
      await expect.poll(() => loadedFonts(page)).toContain(family)
      await heading.getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toHaveCSS('direction', direction)
      await expect(page.getByText(words.caption)).toHaveCSS('direction', direction)
      await expectGoodLayout(page)
      const search = page.getByRole('combobox', { name: 'Search books by title' })
      await search.fill(word)
      await expect(page.getByRole('option', { name: words.title }).first()).toBeVisible()
      await page.close()
    })
})

const loadedFonts = (page: Page) =>
  page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replace(/^["']|["']$|\s+Variable/g, '')),
  )
