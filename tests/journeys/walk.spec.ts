import { type Page, expect, test } from '@playwright/test'
import { createGuest, getUserDetails } from '#contract/accounts.ts'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { COMMENTS_AT_ONCE, addComment } from '#contract/comments.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { PDF_MAX_BYTES } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import {
  PASSWORD,
  type Person,
  aBook,
  aPerson,
  anAdmin,
  apiOf,
  browserOf,
  copiesOf,
  countInRankings,
  newcomer,
  theSite,
} from './people.ts'
import { aPrintedPdf } from './printed-pdf.ts'
import { expectAllSeen, skipTime, sees } from './seen-texts.ts'
import {
  BROKEN,
  FAILINGS,
  MUTE,
  PAST_RETRY_MS,
  type Served,
  answerOf,
  answerWith,
  serve,
  turnTo,
  untilHydrated,
} from './served.ts'
import { uploadFormOf } from './upload-form.ts'
import { collectPageErrors } from './watched-page.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const CAPTION = 'A lamp is lit on the ninety-first night, and nobody on the island says who carried it there.'

const KINDS = ['visitor', 'guest', 'reader', 'author'] as const
type Who = (typeof KINDS)[number]

const pages = new Map<Who, Page>()
const pageErrors: string[] = []
let served: Served = 'full'
let book: string
let bare: string
let premium: string

test.use({ serviceWorkers: 'allow' })

test.beforeAll(async ({ browser }) => {
  const [author, reader, gone, admin, { token }] = await Promise.all([
    aPerson('author'),
    aPerson('reader'),
    aPerson('reader'),
    anAdmin(),
    apiOf(theSite())(createGuest),
  ])
  const people = { visitor: undefined, guest: { username: '', email: '', token }, reader, author }
  await makeBooks(author, admin, reader, gone)
  await Promise.all(KINDS.map(async (who) => pages.set(who, await aWatchedPage(await browserOf(browser, people[who])))))
})
test.afterEach(() => {
  served = 'full'
  // The browser logs each request without a response.
  expect(pageErrors.splice(0).filter((one) => !one.includes('net::ERR_FAILED'))).toEqual([])
})
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close()
})

const makeBooks = async (author: Person, admin: Person, reader: Person, gone: Person) => {
  const words = { author: 'Ida Fenn', caption: CAPTION }
  // Nobody is recommended their own books, or what the new arrivals already show.
  const other = { ...words, title: 'A Lantern for the Landlord', author: 'Wim Aldous' }
  await copiesOf(
    await aBook(await aPerson('author'), other),
    Array.from({ length: 8 }, (_, number) => `${other.title}, Part ${number + 2}`),
  )
  const made = [{ title: 'The Ninety-First Lamp' }, { title: 'Chosen for Long' }].map((one) =>
    aBook(author, { ...words, ...one }),
  )
  const [plain, chosen] = await Promise.all(made)
  book = plain?._id ?? ''
  premium = chosen?._id ?? ''
  bare = (await aBook(author, { ...words, title: 'Nobody Has Said Anything' }))._id
  await countInRankings([reader])
  const adminApi = apiOf(theSite(), admin)
  const say = async (id: string) => {
    await apiOf(theSite(), reader)(rateBook, { params: { id }, body: { rating: 4 } })
    await apiOf(theSite(), gone)(addComment, { params: { id }, body: { text: 'I was here once.' } })
  }
  await Promise.all([say(book), say(premium)])
  // Before the deletion of the account, for which a change of its books waits at most two seconds.
  await Promise.all([
    adminApi(togglePremium, { params: { id: premium }, body: { isPremium: true } }),
    adminApi(toggleFeatured, { params: { id: book }, body: { isFeatured: true } }),
  ])
  await apiOf(theSite(), gone)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
}

const aWatchedPage = async (context: Awaited<ReturnType<typeof browserOf>>) => {
  await collectPageErrors(context, pageErrors)
  const page = await context.newPage()
  await page.clock.install()
  await serve(page, () => served)
  return page
}

const pageOf = (who: Who) => {
  const page = pages.get(who)
  if (!page) throw new Error(`no page of ${who}`)
  return page
}

/** Opens a page that loads no books, so that every other page has to call the API. */
const arrive = async (page: Page, as: Served) => {
  await page.goto('/about')
  // Afterwards: the page before may still have sent a call, which is not answered as the next pages' calls are.
  served = as
  skipTime(page, FAILINGS.some((one) => one === as) ? PAST_RETRY_MS : 0)
}

const openAnswers = (page: Page) =>
  page.locator('details').evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)))

const seesHomeSections = async (page: Page) => {
  // A member’s facts are folded.
  await page.getByText('Frequently asked questions').filter({ visible: true }).waitFor()
  await openAnswers(page)
  await sees(
    page,
    'home',
    'Fantasy',
    'Mystery',
    'Science Fiction',
    'Romance',
    'PREMIUM',
    'Free reading',
    '10,000+ free eBooks, with weekly updates […]',
    '[…] Premium titles from partners may cost a small fee […]',
    'DRM-free books',
    'EPUB, MOBI, PDF',
    'An app to download',
    '[…] Android 6.0+ (8.0+ recommended) […]',
    '[…] iOS version is planned for Q3 2025 […]',
    '[…] Play Store release is coming soon […]',
    'Zero fees',
    '[…] Authors keep full rights […]',
    'Featured',
  )
  await sees(
    page.getByRole('main'),
    'home',
    '[…] PDF, EPUB or DOCX […]',
    '[…] create an account or log in as guest […]',
    '[…] at least 13 years old […]',
    '[…] promotes ebooks but does not allow selling or buying […]',
    '[…] Copyright stays with the publisher […]',
  )
}

const seesBook = (page: Page) =>
  sees(
    page,
    'a book',
    'By {author}',
    'Category',
    'Views',
    '{average}',
    '{count} rating',
    'Unknown User',
    'Read Now',
    'Back to the library',
  )

const seesPremiumBook = (page: Page) =>
  sees(
    page,
    'a premium book',
    'PREMIUM',
    'By {author}',
    'Category: {genre}',
    '{average}',
    '{count} rating',
    'Views',
    'Unknown User',
    'Read Now',
    'Back to Premium Books',
  )

const seesShowcase = (page: Page) =>
  sees(
    page,
    'showcase',
    'Premium Books',
    'New Arrivals',
    'Trending eBooks',
    '{count} reads • {average} ★',
    'Reads: {count}+',
    'Read Now',
  )

/** The pages that are the same for every member. */
const seesRest = async (page: Page) => {
  for (const [path, heading] of [
    ['/library', 'The library'],
    [`/books/${book}`, 'The Ninety-First Lamp'],
    ['/Download', 'The whole library, in your pocket.'],
    ['/about', 'About Quillhouse'],
    ['/privacy', /./],
    ['/terms', 'Terms'],
    ['/no/such/page', 'Page not found'],
  ] as const) {
    await turnTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
}

const isAt = (page: Page, path: string) => expect(page).toHaveURL(path)

test('a visitor can open every public page, and is sent to the login form by all others', async () => {
  const page = pageOf('visitor')
  await page.goto('/')
  await seesHomeSections(page)
  await sees(page, 'home', 'Explore')
  await sees(page, 'home of a visitor', 'Upload Now', 'Sign up free')
  for (const title of ['Top Rated', 'New Arrivals', 'Recommended For You'])
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
  await sees(page.getByRole('banner'), 'the bar', 'Login/Sign Up', 'Download App')
  await sees(
    page.getByRole('contentinfo'),
    'the foot',
    'About',
    'Privacy',
    'Terms',
    '[…] promotes ebooks but does not allow selling or buying. Copyright stays with the publisher.',
  )
  await sees(page.getByRole('contentinfo').locator('a[rel~=me]'), 'the foot', '{social link}')
  for (const [scrolled, pixels] of [
    [false, 50],
    [true, 51],
  ] as const) {
    await page.evaluate((to) => window.scrollTo(0, to), pixels)
    const bar = expect(page.getByRole('banner'))
    await (scrolled ? bar : bar.not).toHaveClass(/scrolled/)
  }
  await expect(page.getByRole('link', { name: /^Mystery/ }).first()).toHaveAttribute('href', '/library/Mystery')
  for (const path of ['/library', '/library/Mystery', `/book/${book}`, '/profile']) {
    await turnTo(page, path)
    await isAt(page, `/auth?next=${encodeURIComponent(path)}`)
  }
  await page.goto(`/books/${book}`)
  await seesBook(page)
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in to comment' })).toBeVisible()
  await page.goto(`/book/premium/${premium}`)
  await seesPremiumBook(page)
  await page.goto('/premium')
  await sees(page, 'premium books', 'PREMIUM')
  await page.goto('/BookComponent')
  await seesShowcase(page)
  await page.goto('/create')
  await sees(page, 'create, for others', 'Authors Only Area', 'Explore the library')
  await sees(page.getByRole('main'), 'create, for others', 'Login/Sign Up')
  await page.goto(`/books/${NOWHERE}`)
  await sees(page, 'a book that is not there', 'Book not found.')
  await page.goto(`/book/premium/${bare}`)
  await sees(page, 'a premium book that is not there', 'Book not found.', 'Back to Premium Books')
})

test('the static pages and the download page have all marketing claims, and both download buttons count a conversion', async () => {
  const page = pageOf('visitor')
  await page.goto('/terms')
  await sees(
    page,
    'the terms',
    'You must be at least 13 years old […]',
    '[…] does not allow selling or buying […]',
    'Copyright stays with the publisher […]',
  )
  for (const [path, title] of [
    ['/about', 'About Quillhouse'],
    ['/privacy', /privacy|know/i],
  ] as const) {
    await turnTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.goto('/Download')
  await openAnswers(page)
  await sees(
    page,
    'the download page',
    '10,000+ free eBooks in one small app, with weekly updates […]',
    'Free reading, with or without an account',
    'EPUB, MOBI and PDF support',
    'DRM-free books, yours to keep',
    'Download Now',
    'Version 1.0.5',
    'Android 6.0+ (8.0+ recommended)',
    'iOS version planned for Q3 2025',
    'Play Store release coming soon',
    'Scan to download directly',
    'Download',
    'Enable unknown sources',
    'Install',
    'Create an account or log in as guest',
    'Is the APK safe?',
    'Which Android version do I need?',
    'When does the iOS version come?',
    'How do I publish my book?',
    'Are all eBooks free?',
    '[…] Premium titles from partners may cost a small fee […]',
  )
  expect(await page.locator('script[type="application/ld+json"]').textContent()).toMatch(/"4\.8".*"356"|4\.8.*356/)
  await expect(page.locator('main details')).toHaveCount(5)
  for (const [section, count] of [
    ['What the app brings', 4],
    ['Four steps to your first page', 4],
  ] as const)
    await expect(page.getByRole('region', { name: section }).getByRole('listitem')).toHaveCount(count)
  const buttons = page.getByRole('button', { name: 'Download Now' })
  await expect(buttons).toHaveCount(2)
  await untilHydrated(page)
  for (const which of [0, 1]) {
    const counted = page.waitForResponse('**/api/events/app-download')
    await buttons.nth(which).click()
    expect((await counted).status()).toBe(204)
    const help = page.getByRole('dialog', { name: 'Install Quillhouse' })
    await expect(help).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
  }
})

test('a visitor sees the loading, empty and failed states', async () => {
  const page = pageOf('visitor')
  await arrive(page, 'loading')
  await turnTo(page, '/BookComponent')
  await sees(
    page,
    'showcase, loading',
    'Loading premium books...',
    'Loading new arrivals...',
    'Loading trending books...',
  )
  await turnTo(page, `/books/${book}`)
  await sees(page, 'a book, loading', 'Loading book details...')
  await turnTo(page, `/book/premium/${premium}`)
  await sees(page, 'a premium book, loading', 'Loading book details...')

  await arrive(page, 'empty')
  await turnTo(page, '/')
  await sees(page, 'home of a visitor, empty', 'No premium books available at the moment.')
  await turnTo(page, '/premium')
  await sees(page, 'premium books, empty', 'No premium books available at the moment.')
  await turnTo(page, '/BookComponent')
  await sees(
    page,
    'showcase, empty',
    'No premium books available at the moment',
    'No new arrivals available at the moment',
    'Book Title',
    'Genre',
    'No reads yet',
    'Read Now',
  )
  await expect(page.getByRole('button', { name: 'Read Now' })).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Read Now', disabled: true })).toHaveCount(4)

  await arrive(page, 'no answer')
  for (served of FAILINGS) {
    await turnTo(page, '/')
    await sees(
      page,
      'home of a visitor, failed',
      'Could not load trending books',
      'Failed to load premium books. Please try again later.',
    )
    await turnTo(page, '/premium')
    await sees(page, 'premium books, failed', 'Failed to load premium books. Please try again later.')
    await turnTo(page, '/BookComponent')
    await sees(
      page,
      'showcase, failed',
      'Failed to load premium books',
      'Failed to load new arrivals',
      'Could not load trending books',
    )
    await turnTo(page, `/books/${book}`)
    await sees(page, 'a book, failed', 'Failed to load book details. Please try again later.', 'Back to the library')
    await turnTo(page, `/book/premium/${premium}`)
    await sees(page, 'a premium book, failed', 'Failed to load book details. Please try again later.')
  }
})

test('while the session is loaded the page says Loading; if that fails the token is kept and Retry repeats the call', async () => {
  const page = pageOf('reader')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/user-details', async (route) => {
    await held
    await route.fulfill(MUTE)
  })
  await page.goto('/')
  await sees(page, 'home, session resolving', 'Loading')
  answer()
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(async () => {
    await page.clock.fastForward(PAST_RETRY_MS)
    await expect(retry).toBeVisible({ timeout: 100 })
  }).toPass()
  // Still refused: otherwise the page could recover by itself before the button is pressed.
  const repeated = page.waitForRequest('**/api/auth/user-details')
  await retry.click()
  await repeated
  await page.unroute('**/api/auth/user-details')
  await sees(page, 'home of a reader', 'Top Rated')
})

for (const who of ['reader', 'guest'] as const)
  test(`a ${who} sees the pages for members in the full, empty and failed states`, async () => {
    const page = pageOf(who)
    await page.goto('/')
    await seesHomeSections(page)
    await sees(page, 'home', 'Explore')
    await sees(page, 'home of a reader', 'Top Rated', 'New Arrivals', 'Recommended For You', 'Today')
    await sees(page, 'home of a reader', '{60 characters}…')
    await sees(page.getByRole('banner'), 'the bar', 'Download App', '{username}')
    await turnTo(page, '/library/Mystery')
    await sees(page, 'library', 'All {count}', 'Mystery {count}')
    await turnTo(page, `/book/${book}`)
    await seesBook(page)
    await sees(page, 'a book', 'Add a comment...', 'Post')
    await turnTo(page, `/book/${bare}`)
    await sees(page, 'a book without comments', 'No comments yet. Be the first to comment!')
    await sees(page, 'a book', 'Rate this book')
    await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
    await turnTo(page, `/book/premium/${premium}`)
    await seesPremiumBook(page)
    await sees(page, 'a premium book', 'Add a comment...', 'Post Comment')
    if (who === 'guest') await sees(page, 'a premium book', 'Rate this book')
    await expect(page.getByRole('button', { name: 'Post Comment' })).toBeDisabled()
    await turnTo(page, '/BookComponent')
    await seesShowcase(page)
    await turnTo(page, '/premium')
    await sees(page, 'premium books', 'PREMIUM')
    await turnTo(page, '/create')
    await sees(page, 'create, for others', 'Authors Only Area', 'Explore the library')
    const main = page.getByRole('main')
    if (who === 'guest') await sees(main, 'create, for others', 'Login/Sign Up')
    else await sees(main, 'create, for others', 'Become an author')
    await turnTo(page, '/profile')
    await expect(
      page.getByRole('heading', { name: who === 'guest' ? 'Sign up to keep your account' : 'Profile' }),
    ).toBeVisible()
    await seesRest(page)
    await turnTo(page, '/admin')
    await isAt(page, '/')
    await turnTo(page, '/auth')
    if (who === 'guest') await sees(page, 'the login form', 'Login')
    else await isAt(page, '/')

    await arrive(page, 'empty')
    await turnTo(page, '/')
    await sees(
      page,
      'home of a reader, empty',
      'No premium books available at the moment.',
      'No new arrivals available at the moment',
    )
    await turnTo(page, '/library')
    await sees(page, 'library, empty', 'No books found. Try a different search or category.')

    await arrive(page, 'no answer')
    for (served of who === 'reader' ? FAILINGS : (['no answer'] as const)) {
      await turnTo(page, '/')
      await sees(
        page,
        'home of a reader, failed',
        'Failed to load top rated books',
        'Failed to load new arrivals',
        'Failed to load recommendations',
        'Failed to load premium books. Please try again later.',
      )
      await turnTo(page, '/library')
      await sees(page, 'library, failed', 'Failed to load books. Please try again later.')
      await turnTo(page, `/book/${book}`)
      await sees(page, 'a book, failed', 'Failed to load book details. Please try again later.')
      await turnTo(page, `/read/${book}`)
      await sees(page, 'the reader, failed', 'Could not open the PDF. Please try again later.')
    }
  })

test('an author sees their own books on the home page and the profile in the full, empty and failed states', async () => {
  const page = pageOf('author')
  const rule = 'Keep a book in the top-rated section for 7 days, and our moderators can move it to premium.'
  await page.goto('/')
  await sees(page, 'home of an author', rule)
  await seesHomeSections(page)
  await sees(page, 'home of a reader', 'Top Rated', 'New Arrivals', 'Recommended For You')
  await turnTo(page, '/profile')
  await sees(page, 'profile', 'Male', 'Female', 'Other', 'Prefer not to say', 'Views', 'Rating', 'Delete')
  await turnTo(page, '/create')
  await sees(page, 'create', 'The book must belong to you […]', 'PDF or EPUB. […]')
  await turnTo(page, `/book/${book}`)
  await seesBook(page)
  await turnTo(page, `/book/premium/${premium}`)
  await seesPremiumBook(page)
  await turnTo(page, '/BookComponent')
  await seesShowcase(page)
  await turnTo(page, '/premium')
  await sees(page, 'premium books', 'PREMIUM')
  await seesRest(page)

  await arrive(page, 'empty')
  await turnTo(page, '/')
  await sees(page, 'home of an author, empty', 'No books uploaded yet')
  await expect(page.getByText(rule)).toHaveCount(0)
  await arrive(page, 'no answer')
  for (served of FAILINGS) {
    await turnTo(page, '/')
    await sees(
      page,
      'home of an author, failed',
      'Failed to fetch book details. Please check your connection and try again.',
      'Retry',
    )
    await turnTo(page, '/about')
  }
})

test('the navbar search shows results, no results, and a failure', async () => {
  const page = pageOf('visitor')
  await arrive(page, 'full')
  const search = page.getByRole('combobox', { name: 'Search books by title' })
  await search.fill('xyzzyplugh')
  await sees(page, 'the bar', 'No results found for "{query}"')
  await search.fill('Ninety-First')
  await expect(page.getByRole('option', { name: 'The Ninety-First Lamp' }).first()).toBeVisible()
  skipTime(page, PAST_RETRY_MS)
  for (served of FAILINGS) {
    await search.fill(`lamp ${served}`)
    await sees(page, 'the bar, search failed', 'Search failed. Please try again.')
  }
  const member = pageOf('reader')
  await member.goto('/about')
  await member.getByRole('button', { name: /^Profile/ }).click()
  await sees(member, 'the bar', 'Profile', 'Logout')
})

test('the library’s pager shows the first, the last, and the current page plus or minus one', async () => {
  const page = pageOf('reader')
  await arrive(page, 'full')
  await page.route('**/api/books?*', async (route) => {
    const answer = await route.fetch()
    const json = { ...((await answer.json()) as object), currentPage: 5, totalPages: 9, totalBooks: 100 }
    await route.fulfill({ json })
  })
  await turnTo(page, '/library?page=5')
  await sees(page, 'library', 'Previous', 'Next', '…')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await expect(pager).toHaveText('Previous1…456…9Next')
  await expect(pager.getByRole('link', { name: 'Page 6', exact: true })).toBeVisible()
  await page.unroute('**/api/books?*')
})

const close = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Close' }).click()

test('rating and commenting show a confirmation, or a message if they fail', async () => {
  const page = pageOf('reader')
  await arrive(page, 'full')
  const star = (stars: number) =>
    page
      .getByRole('group', { name: 'Rate this book' })
      .locator('label')
      .nth(stars - 1)
  for (const [path, post] of [
    [`/book/${bare}`, 'Post'],
    [`/book/premium/${premium}`, 'Post Comment'],
  ] as const) {
    await page.goto(path)
    if (post === 'Post Comment') await sees(page, 'a premium book', 'Your rating: {stars}/5')
    for (const failing of FAILINGS) {
      await answerWith(page, '**/rate', answerOf(failing), () => star(2).click())
      await sees(page.getByRole('alert'), 'a book, acted on', 'Failed to submit rating. Please try again.')
      await close(page)
    }
    await star(5).click()
    await sees(page, 'a book, acted on', 'Thank you for rating this book!')
    const field = page.getByPlaceholder('Add a comment...')
    await field.fill('Said on the walk.')
    const answers = [MUTE, BROKEN, { status: 201, json: {} }]
    for (const answer of answers) {
      await answerWith(page, '**/comments', answer, () => page.getByRole('button', { name: post, exact: true }).click())
      await sees(page.getByRole('alert'), 'a book, acted on', 'Failed to add comment. Please try again.')
      await expect(field).toHaveValue('Said on the walk.')
      await close(page)
    }
    if (post === 'Post') {
      await sees(page, 'a book', 'Your rating: {stars}/5')
      await field.fill('')
      continue
    }
    await sees(page, 'a premium book', 'Your rating: {stars}/5')
    const postingSeen = Promise.withResolvers<void>()
    await page.route('**/comments', async (route) => {
      await postingSeen.promise
      await route.continue()
    })
    // The text is also in the field while it is sent, so that its sight alone does not say that it was answered.
    const answered = page.waitForResponse('**/comments')
    await page.getByRole('button', { name: post }).click()
    await sees(page, 'a premium book', 'Posting...')
    postingSeen.resolve()
    await answered
    await expect(page.getByRole('listitem').getByText('Said on the walk.')).toBeVisible()
    await page.unroute('**/comments')
  }
  const own = pageOf('author')
  await own.goto(`/book/${book}`)
  await own.getByRole('group', { name: 'Rate this book' }).locator('label').nth(4).click()
  await sees(own.getByRole('alert'), 'a book, acted on', "You can't rate your own book.")
})

test('after a comment is deleted from a full first page, the button for more comments stays', async () => {
  const page = pageOf('reader')
  await arrive(page, 'full')
  const { user } = await apiOf(theSite(), { username: '', email: '', token: await tokenOf(page) })(getUserDetails)
  const comments = Array.from({ length: COMMENTS_AT_ONCE }, (_, index) => ({
    _id: `${index}`,
    text: `Comment ${index + 1}`,
    createdAt: new Date().toISOString(),
    user: index === 7 ? user : null,
  }))
  await page.route(`**/api/books/${book}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), commentCount: COMMENTS_AT_ONCE + 1 } })
  })
  await page.route('**/comments', (route) => route.fulfill({ json: comments }))
  await page.route('**/comments/7', (route) => route.fulfill({ status: 204 }))
  await turnTo(page, `/book/${book}`)
  const more = page.getByRole('button', { name: 'More comments' })
  await expect(more).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Comment 8', { exact: true })).toHaveCount(0)
  await expect(more).toBeVisible()
  await page.unroute('**/comments')
})

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

test('login and sign-up show their fields, and why they fail', async () => {
  const page = pageOf('visitor')
  await arrive(page, 'full')
  await turnTo(page, '/auth')
  const main = page.getByRole('main')
  await sees(main, 'the login form', 'Login', 'Sign Up', 'Email', 'Password')
  const { username, email } = newcomer('Una')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const logIn = page.getByRole('button', { name: 'Login' })
  const refused = 'the login form, refused'
  await answerWith(page, '**/auth/login', 'no answer', () => logIn.click())
  await sees(main, refused, 'Network error. Please check your connection.')
  for (const answer of [MUTE, BROKEN]) {
    await answerWith(page, '**/auth/login', answer, () => logIn.click())
    await sees(main, refused, 'Login failed')
  }
  await expect(main.getByRole('alert')).toContainText('Something went wrong on our side.')
  await logIn.click()
  await sees(main, refused, 'Login failed', 'Wrong email or password.')

  await turnTo(page, '/auth?sign-up')
  await sees(main, 'the sign-up form', 'Reader', 'Author')
  await page.getByRole('link', { name: /^Reader/ }).click()
  await sees(main, 'the sign-up form', 'Full name', 'Email', 'Password', 'Confirm password', 'Sign Up')
  await sees(main, 'the sign-up form', '[…] at least 13 years old […]')
  const signUp = page.getByRole('button', { name: 'Sign Up' })
  await page.getByLabel('Full name').fill('abc')
  await page.getByLabel('Password', { exact: true }).fill('1234567')
  await page.getByLabel('Confirm password').fill('12345678')
  await signUp.click()
  await sees(main, 'the sign-up form', 'Passwords do not match')
  await page.getByLabel('Confirm password').fill('1234567')
  await signUp.click()
  await sees(
    main,
    'the sign-up form',
    'Username must be at least 4 characters',
    'Password must be at least 8 characters',
  )
  await page.getByLabel('Full name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  for (const answer of [MUTE, BROKEN]) {
    await answerWith(page, '**/auth/register', answer, () => signUp.click())
    await sees(main, 'the sign-up form', 'Registration failed')
  }
  await expect(main.getByRole('alert')).toContainText('Something went wrong on our side.')
  const { email: taken } = await aPerson('reader')
  await page.getByLabel('Email').fill(taken)
  await signUp.click()
  await sees(main, 'the sign-up form', 'Registration failed')
  await expect(main.getByRole('alert')).toContainText('There is an account with this email already.')
})

test('the upload form checks its fields in order, and shows why an upload failed', async () => {
  const page = pageOf('author')
  await arrive(page, 'full')
  await turnTo(page, '/create')
  const form = uploadFormOf(page)
  await sees(page, 'create', 'Title', 'Author', 'Description', 'Genre', ...GENRES)
  await page.getByRole('radio', { name: 'Own image' }).check({ force: true })
  await form.upload.click()
  await sees(
    page,
    'create',
    'Please enter a book title',
    'Please enter author name',
    'Please enter a description',
    'Please select an image',
    'Please select a PDF file',
    'Please select a genre',
  )
  const file = (buffer: Buffer) => ({ name: 'book.pdf', mimeType: 'application/pdf', buffer })
  await form.pdf.setInputFiles(file(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(PDF_MAX_BYTES)])))
  await sees(page, 'create', 'PDF file is too large (max 10MB). Please compress your file.')
  await page.getByRole('radio', { name: 'Our series 1' }).check({ force: true })
  await form.pdf.setInputFiles(file(await aPrintedPdf(['One', 'Two'])))
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await form.fill({ title: 'The Hundredth Lamp', author: 'Ida Fenn', caption: CAPTION, genre: 'Fantasy' })

  await answerWith(page, '**/api/books', 'no answer', () => form.upload.click())
  await sees(page, 'create', 'Network error. Please check your connection.')
  await answerWith(page, '**/api/books', MUTE, () => form.upload.click())
  await sees(page, 'create', 'Upload failed')
  await answerWith(page, '**/api/books', BROKEN, () => form.upload.click())
  await sees(page, 'create', 'Upload failed', 'Something went wrong on our side.')
  // Shortens the timeout of 180 seconds.
  await page.evaluate(() => {
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function sendShortly(body) {
      if (this.timeout === 180_000) this.timeout = 1
      send.call(this, body)
    }
  })
  await page.route('**/api/books', () => undefined)
  await form.upload.click()
  await sees(page, 'create', 'Upload timed out. Try a smaller file or check your connection.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(form.title).toHaveValue('The Hundredth Lamp')
  await page.reload()
  await expect(form.title).toHaveValue('The Hundredth Lamp')
  await form.pdf.setInputFiles(file(await aPrintedPdf(['One', 'Two'])))
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/books', async (route) => {
    await seen.promise
    await route.continue()
  })
  await form.upload.click()
  await sees(page, 'create', '{count}%')
  seen.resolve()
  await sees(
    page,
    'create',
    'Your book is in the library',
    'Keep a book in the top-rated section for 7 days, and our moderators can move it to premium.',
  )
})

test('every literal text of the specification that belongs to this file was seen', expectAllSeen)
