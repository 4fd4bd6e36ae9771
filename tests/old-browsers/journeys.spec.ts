import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { listMarks } from '#contract/marks.ts'
import { editBook } from '#contract/publishing.ts'
import { getBookText } from '#contract/text-view.ts'
import { aFlowingBook } from '#tests/journeys/a-flowing-book.ts'
import {
  PASSWORD,
  type Person,
  aBook,
  aPerson,
  anAdmin,
  apiOf,
  browserOf,
  newcomer,
  theSite,
} from '#tests/journeys/people.ts'
import { aPrintedPdf } from '#tests/journeys/printed-pdf.ts'
import { chooseView, viewButton, viewChoice } from '#tests/journeys/reader-bar.ts'
import { untilHydrated } from '#tests/journeys/served.ts'
import { uploadFormOf } from '#tests/journeys/upload-form.ts'
import { collectPageErrors } from '#tests/journeys/watched-page.ts'
import { mailTo } from '#tests/outbox.ts'

const LINES = ['The ferry was late again.', 'A lantern hung from the mast.', 'She counted the gulls.']
const EACH_ENGINE_MS = 600_000

let author: Person
let pdf: string
let epub: string
let mark: string
let context: BrowserContext
let page: Page
const pageErrors: string[] = []

test.beforeAll(async () => {
  author = await aPerson('author')
  // New in each attempt and engine, because a search must find these books alone.
  mark = crypto.randomUUID().slice(0, 6)
  const file = await aPrintedPdf(LINES)
  ;({ _id: pdf } = await aBook(author, { title: `Ferry ${mark}`, genre: 'Horror' }, theSite(), file))
  ;({ _id: epub } = await aBook(author, { title: `Lamp ${mark}` }, theSite(), aFlowingBook()))
  await apiOf(theSite(), author)(editBook, { params: { id: epub }, body: { language: 'de' } as never })
})

test.beforeEach(async ({ browser }, { project }) => {
  test.setTimeout(EACH_ENGINE_MS)
  expect(browser.version()).toMatch(new RegExp(`^${project.name}\\.`))
  context = await browserOf(browser)
  await collectPageErrors(context, pageErrors)
  page = await context.newPage()
})

test.afterEach(async () => {
  await context.close()
  expect(pageErrors.splice(0)).toEqual([])
})

const enter = async (person: Person) => {
  await page.goto('/about')
  await page.evaluate((token) => localStorage.setItem('token', token), person.token)
}
const logIn = async (email: string) => {
  await page.goto('/auth')
  await submitLogin(email)
}
const submitLogin = async (email: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
}
const signUp = async (kind: 'Reader' | 'Author') => {
  const person = newcomer('Ottoline')
  await page.goto('/auth?sign-up')
  await page
    .getByRole('link', { name: new RegExp(`^${kind}|Sign up as an? ${kind.toLowerCase()}`) })
    .first()
    .click()
  await page.getByLabel('Full name').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account created successfully' })
  await dialog.getByRole('button', { name: 'OK' }).click()
  const { link } = await mailTo(person.email, 1, theSite().dataDir)
  await page.goto(link)
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await expect(page).toHaveURL('/auth')
  await submitLogin(person.email)
  return person
}

const sheet = (number: number) => page.locator(`.page[data-page-number="${number}"] .textLayer`)
const frame = () => page.frameLocator('iframe[title="Text of the book"]:visible')
const chapter = () => frame().getByRole('heading', { name: 'The Lamp', exact: true })
const openPdf = async () => {
  await page.goto(`/read/${pdf}`)
  await expect(sheet(1)).toContainText('The ferry was late')
  await isShown(1)
}
/** Whether a page is drawn, as large as its text says. */
const isShown = async (number: number) => {
  const canvas = page.locator(`.page[data-page-number="${number}"] canvas`).first()
  await expect(canvas).toBeInViewport()
  const [drawn, text] = await Promise.all([canvas, sheet(number)].map((part) => part.boundingBox()))
  if (!drawn || !text) throw new Error('the page has no size')
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(Math.abs(drawn[side] - text[side])).toBeLessThan(2)
}
/** Drags over a line, as a hand does, and marks it. */
const markLine = async (line: ReturnType<Page['locator']>) => {
  await line.scrollIntoViewIfNeeded()
  const box = await line.boundingBox()
  if (!box) throw new Error('the line is not visible')
  await page.mouse.move(box.x + 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  const popover = page.getByRole('dialog', { name: 'Mark this passage' })
  await popover.getByRole('button', { name: 'Highlight in blue' }).click()
  await expect(popover).toBeHidden()
}
const marksIn = async (id: string, { token }: Pick<Person, 'token'>) =>
  (await apiOf(theSite(), { ...author, token })(listMarks, { params: { id } })).marks

test('signs up, finds a book, and opens a PDF and an EPUB @short', async () => {
  await signUp('Reader')
  await page.goto(`/library?query=${mark}`)
  await page.getByRole('link', { name: `Ferry ${mark}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Ferry ${mark}` })).toBeVisible()
  await openPdf()
  await page.goto(`/read/${epub}`)
  await expect(chapter()).toBeInViewport()
})

test('the main pages are links of the navbar, in a narrow window of its menu', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/about')
  await untilHydrated(page)
  const navbar = page.getByRole('navigation', { name: 'Main' })
  const library = navbar.getByRole('link', { name: 'Library', exact: true })
  await expect(library).toBeVisible()
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(library).toBeHidden()
  await navbar.getByRole('button', { name: 'Menu' }).click()
  await library.click()
  await expect(page).toHaveURL('/library')
})

test('signs up with the link of the mail, logs in, and sees the profile', async () => {
  const { username, email } = await signUp('Author')
  await page.goto('/profile')
  await expect(page.getByText(email).first()).toBeVisible()
  await page.getByRole('button', { name: `Profile: ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login/Sign Up' }),
  ).toBeVisible()
  await logIn(email)
  await expect(page.getByRole('heading', { level: 1, name: 'Your books' })).toBeVisible()
})

test('searches, filters, rates and comments', async () => {
  await enter(await aPerson('reader'))
  await page.goto('/')
  await untilHydrated(page)
  const search = page.getByRole('combobox', { name: 'Search books by title' })
  await search.fill(`Lamp ${mark}`)
  await expect(page.getByRole('option', { name: `Lamp ${mark}` })).toBeVisible()
  await search.press('Enter')
  await expect(page).toHaveURL(/\/library\?query=/)
  await expect(page.getByRole('heading', { level: 2, name: `Lamp ${mark}` })).toBeVisible()
  await page.goto(`/library?query=${mark}`)
  await untilHydrated(page)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([`Lamp ${mark}`])
  await page.goto('/library')
  await page.getByRole('button', { name: /All \d+ genres/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Horror/ })
    .click()
  await expect(page).toHaveURL('/library/Horror')
  await page.getByRole('link', { name: `Ferry ${mark}` }).click()
  await page
    .getByRole('group', { name: 'Rate this book' })
    .getByRole('radio', { name: '4 stars' })
    .click({ force: true })
  await expect(page.getByText('Your rating: 4/5')).toBeVisible()
  await page.getByPlaceholder('Add a comment...').fill('Curiouser and curiouser.')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const comments = page.getByRole('region', { name: /^Comments/ })
  await expect(comments.getByRole('listitem').last()).toContainText('Curiouser and curiouser.')
})

test('turns the pages of a PDF, finds and marks in it, and shows its text', async () => {
  const reader = await aPerson('reader')
  await enter(reader)
  await openPdf()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: `Page 2 of ${LINES.length}` })).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill('gulls')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await expect(page.locator('.textLayer .highlight.selected')).toHaveText('gulls')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await markLine(sheet(1).locator('span', { hasText: 'The ferry' }))
  await expect(page.getByRole('button', { name: /^Highlight, blue: The ferry was late/ })).toBeAttached()
  await expect.poll(async () => (await marksIn(pdf, reader)).length).toBe(1)
  const parts = async () => (await apiOf(theSite(), reader)(getBookText, { params: { id: pdf } })).parts.length
  await expect.poll(parts, { timeout: 120_000 }).toBeGreaterThan(0)
  await page.reload()
  await expect(sheet(1)).toContainText('The ferry was late')
  await viewButton(page).click()
  await viewChoice(page, 'Show', 'Text').click({ force: true })
  await expect(page.getByRole('region', { name: 'Text of the book' })).toContainText('She counted the gulls.')
})

test('turns the pages of an EPUB, sets its letters and marks in it', async () => {
  const reader = await aPerson('reader')
  await enter(reader)
  await page.goto(`/read/${epub}`)
  await expect(chapter()).toBeInViewport()
  await page.keyboard.press('PageDown')
  await expect(chapter()).not.toBeInViewport()
  await page.keyboard.press('PageUp')
  await chooseView(page, 'Text size', '24')
  await expect(frame().locator('html')).toHaveCSS('font-size', '24px')
  await markLine(frame().locator('h1'))
  await expect.poll(async () => (await marksIn(epub, reader)).length).toBe(1)
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Bookmark this page' })).toHaveAttribute('aria-pressed', 'true')
})

test('publishes a book, and an administrator sees the dashboard', async () => {
  await enter(author)
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  const buffer = await aPrintedPdf(LINES)
  await form.pdf.setInputFiles({ name: 'tide.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText('tide.pdf').first()).toBeVisible()
  await form.fill({ title: `Tide ${mark}`, author: 'Ida Fenn', caption: 'Late.', genre: 'Mystery' })
  await form.upload.click()
  await expect(form.done).toContainText('Book uploaded successfully')
  await enter(await anAdmin())
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Total Users').or(page.getByText('Recent Users')).first()).toBeVisible()
  await page.goto('/admin/users')
  await expect(page.getByText(author.username).first()).toBeVisible()
})

test('keeps a book for reading offline where the engine can, and else has no button for it', async ({ browser }) => {
  await enter(await aPerson('reader'))
  const storageState = await context.storageState()
  await context.close()
  context = await browser.newContext({ storageState, serviceWorkers: 'allow' })
  page = await context.newPage()
  await page.goto(`/books/${epub}`)
  await expect(page.getByRole('button', { name: 'Want to read', exact: true })).toBeEnabled()
  const keep = page.getByRole('button', { name: 'Keep for reading offline' })
  if ((await keep.count()) === 0) return
  await keep.click()
  await expect(page.getByText('The book is kept on this device.')).toBeVisible({ timeout: 60_000 })
  await context.setOffline(true)
  await page.goto(`/read/${epub}`)
  await expect(chapter()).toBeInViewport()
})

test('pages fit in windows of 360 and 768 pixels, of which pictures are taken', async () => {
  await enter(author)
  const paths = {
    home: '/',
    library: '/library',
    book: `/books/${pdf}`,
    pdf: `/read/${pdf}`,
    epub: `/read/${epub}`,
    create: '/create',
    profile: '/profile',
    figures: '/profile/figures',
    my: '/my',
  }
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const wideBy = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth)
      await expect.poll(wideBy, { message: `sideways scroll at ${width} px on ${path}` }).toBe(0)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`) })
      }
    }
  }
})
