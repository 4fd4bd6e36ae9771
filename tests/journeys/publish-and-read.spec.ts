import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { mailTo } from '#tests/outbox.ts'
import { expectGoodLayout } from './good-layout.ts'
import { PASSWORD, aBook, aPerson, browserOf, newcomer, theSite, sharedPerson } from './people.ts'
import { aRealBook } from './printed-pdf.ts'
import { moreButton } from './reader-bar.ts'
import { expectAllSeen, sees } from './seen-texts.ts'
import { AWAY, untilHydrated } from './served.ts'
import { slowUploads, uploadFormOf } from './upload-form.ts'
import { collectPageErrors } from './watched-page.ts'

test.describe('publish a book, find it, read it', () => {
  test.describe.configure({ mode: 'serial' })

  // New in each attempt, because a search must find this book alone.
  const mark = crypto.randomUUID().slice(0, 6)
  const title = `Wonderland ${mark}`
  const words = { author: `Lewis Carrollton${mark}`, caption: 'Down a rabbit hole, and further down.' }
  const author = newcomer('Ottoline')
  let authors: BrowserContext
  let readers: BrowserContext
  let page: Page
  let pageErrors: string[]

  test.beforeAll(async ({ browser }) => {
    authors = await browserOf(browser)
    pageErrors = await collectPageErrors(authors)
    page = await authors.newPage()
  })
  test.afterEach(() => expect(pageErrors).toEqual([]))
  test.afterAll(() => Promise.all([authors.close(), readers?.close()]))

  test('signing up asks for Reader or Author first, and then requires every field', async () => {
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login/Sign Up' }).click()
    await page.getByRole('link', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveCount(0)
    await page.getByRole('link', { name: /^Author/ }).click()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Please enter your full name')
    await page.getByLabel('Full name').fill(author.username)
    await page.getByLabel('Email').fill(author.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(`${PASSWORD}!`)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Passwords do not match')
  })

  test('registration success opens a dialog; OK returns to the login form', async () => {
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Account created successfully' })
    await sees(dialog, 'the sign-up form', 'Account created successfully', 'OK')
    await sees(dialog, 'the sign-up form', 'Registration successful! Please check your email to verify your account.')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(author.email)
  })

  test('an unverified account cannot log in, and can request the mail again', async () => {
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Please verify your email before logging in' })
    await sees(
      alert,
      'the login form, refused',
      'Please verify your email before logging in',
      'Please check your email or request a new verification link.',
      'Resend verification email',
    )
    await alert.getByRole('button', { name: 'Resend verification email' }).click()
    await expect(page.getByRole('status').filter({ hasText: /mail/i })).toBeVisible()
  })

  test('the link in the mail opens a page with a button that verifies the email', async () => {
    // The second link, which invalidates the first.
    const { link, subject } = await mailTo(author.email, 2, theSite().dataDir)
    expect(subject).toMatch(/verify/i)
    await page.goto(link)
    await sees(page, 'the page that verifies', 'Verify my email')
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('status').filter({ hasText: /verified/i })).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a new mail' })).toBeVisible()
  })

  test('a wrong password shows a message; the right one logs in to the author’s home', async () => {
    await page.goto('/auth')
    await page.getByLabel('Email').fill(author.email)
    await page.getByLabel('Password', { exact: true }).fill('something else')
    await page.getByRole('button', { name: 'Login' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Wrong email or password.' })
    await expect(alert).toContainText('Login failed')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Your books' })).toBeVisible()
    await expect(page.getByText('No books uploaded yet')).toBeVisible()
    await expect(page.getByRole('button', { name: `Profile: ${author.username}` })).toBeVisible()
  })

  test('missing fields are listed in the order of the form', async () => {
    await page.getByRole('link', { name: 'Upload a book' }).click()
    await expect(page.getByText('The book must belong to you.')).toBeVisible()
    await page.getByRole('radio', { name: 'Own image' }).check({ force: true })
    await uploadFormOf(page).upload.click()
    await expect(page.getByRole('alert').first().getByRole('listitem')).toHaveText([
      'Please enter a book title',
      'Please enter author name',
      'Please enter a description',
      'Please select an image',
      'Please select a PDF file',
      'Please select a genre',
    ])
  })

  test('an upload shows its progress in percent, then the book on a shelf with its link; then the form is cleared', async () => {
    const [{ file }, cover] = await Promise.all([aRealBook(), aCover()])
    const form = uploadFormOf(page)
    await form.pdf.setInputFiles(file)
    await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
    await form.image.setInputFiles(cover)
    await form.fill({ title, ...words, genre: 'Fantasy' })
    await slowUploads(page, file.buffer.length, 2)
    const shown = await progressShown(page)
    await form.upload.click()
    await expect(form.done).toBeVisible({ timeout: 15_000 })
    const { percents, gaps } = await shown()
    expect(percents).toContain('100%')
    expect(percents.filter((percent) => /^[1-9]\d?%$/.test(percent)).length).toBeGreaterThan(1)
    expect(Math.min(...gaps), 'the space after the percentage').toBeGreaterThanOrEqual(16)

    await expect(form.done).toContainText('Book uploaded successfully')
    await expect(form.done.getByText(title)).toBeVisible()
    const covers = form.done.locator('picture img')
    await expect(covers.first()).toBeVisible()
    const link = await form.done.getByRole('link', { name: 'See the book' }).getAttribute('href')
    await expect(form.done.getByText(new URL(link ?? '', page.url()).href)).toBeVisible()
    const code = form.done.getByRole('img', { name: 'The link as a code to scan' })
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await form.done.getByRole('button', { name: 'Copy link' }).click()
    await expect(form.done.getByRole('status').first()).toHaveText('The link is copied.')
    // Elements behind a modal dialog have no role.
    const left = page.locator('form').locator('[name=title], [name=author], [name=caption], [name=genre]')
    const values = () => left.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(await values()).toEqual([title, words.author, words.caption, 'Fantasy'])
    await expect(page.locator('[role=progressbar]')).toBeHidden()
    await expectGoodLayout(page)

    await form.done.getByRole('button', { name: 'Upload another' }).click()
    await expect.poll(values).toEqual(['', '', '', ''])
    await expect(page.getByText('No file chosen yet')).toBeVisible()
    await expect(page.locator('[role=progressbar]')).toHaveCount(0)
    await page.goto(link ?? '')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('a card with the book’s cover and code can be printed', async () => {
    await page.goto(`${page.url()}/card`)
    const card = page.getByRole('region', { name: `A card for ${title}` })
    await expect(card).toContainText(`Free to read at Quillhouse${new URL(page.url()).host}`)
    for (const image of await card.locator('img').all())
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
    await expectGoodLayout(page)
    await page.emulateMedia({ media: 'print' })
    await expect(card).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  test('the home page has the book among the author’s own and among the new arrivals', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    await expect(newArrivals(page).getByRole('link', { name: title })).toBeVisible()
  })

  test('logging out goes to the home page and ends the session', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await page.getByRole('button', { name: `Profile: ${author.username}` }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login/Sign Up' }),
    ).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    // The page does not wait for the answer to its call.
    const headers = { authorization: `Bearer ${token}` }
    const status = async () => (await page.request.get('/api/auth/user-details', { headers })).status()
    await expect.poll(status).toBe(401)
  })

  test('a reader is sent to the login page, and then to the requested library page', async ({ browser }) => {
    const reader = await aPerson('reader')
    readers = await browserOf(browser)
    pageErrors = await collectPageErrors(readers)
    page = await readers.newPage()
    await page.goto('/library?sort=title')
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent('/library?sort=title')}`)
    await page.getByLabel('Email').fill(reader.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/library?sort=title')
    await expect(page.getByRole('heading', { level: 1, name: 'The library' })).toBeVisible()
  })

  test('the reader’s home has the book among the new arrivals', async () => {
    await page.getByRole('link', { name: 'Quillhouse' }).first().click()
    await newArrivals(page).getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(/\/books\/[\w-]+$/)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  for (const [what, word] of [
    ['title', mark],
    ['author', `carrollton${mark}`],
  ] as const)
    test(`the library search finds the book by a word of its ${what}`, async () => {
      await page.goto('/library')
      await untilHydrated(page)
      const search = page.getByRole('searchbox', { name: 'Search by title or author' })
      await search.press('Enter')
      await expect(page).toHaveURL('/library')
      await search.fill(word)
      await search.press('Enter')
      await expect(page).toHaveURL(`/library?query=${word}`)
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
      await expect(page.getByText('1 to 1 of 1 book')).toBeVisible()
    })

  test('a library search without results shows a message', async () => {
    await page.goto('/library?query=xyzzyplugh')
    await expect(page.getByText('No books found. Try a different search or category.')).toBeVisible()
  })

  test('the navbar search finds the book and opens its page', async () => {
    await page.goto('/')
    await untilHydrated(page)
    const search = page.getByRole('combobox', { name: 'Search books by title' })
    await search.fill('xyzzyplugh')
    await expect(page.getByText('No results found for "xyzzyplugh"')).toBeVisible()
    await search.fill(title)
    await page.getByRole('option', { name: title }).click()
    await expect(page).toHaveURL(/\/book\/[\w-]+$/)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('the book’s page shows its details', async () => {
    const { pages } = await aRealBook()
    await expect(page.getByText(`By ${words.author}`, { exact: true })).toBeVisible()
    await expect(page.getByText(words.caption)).toBeVisible()
    await expect(fact(page, 'Category')).toHaveText('Fantasy')
    await expect(fact(page, 'Pages')).toHaveText(String(pages))
    await expect(fact(page, 'Views')).toHaveText('0')
    await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to the library' })).toHaveAttribute('href', '/library')
    const cover = page.locator('article header img')
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  })

  test('a rating counts immediately, and a second one replaces it', async () => {
    const stars = page.getByRole('group', { name: 'Rate this book' })
    await star(page, 4).click()
    await expect(page.getByRole('status').filter({ hasText: 'Thank you for rating this book!' })).toBeVisible()
    await expect(page.getByText('Your rating: 4/5')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('4.0')
    await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('1 rating')
    await star(page, 2).click()
    await expect(page.getByText('Your rating: 2/5')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('2.0')
    await page.reload()
    await expect(stars.getByRole('radio', { name: '2 stars' })).toBeChecked()
    await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('1 rating')
  })

  test('a failed rating shows a message and is reverted', async () => {
    await page.route('**/api/books/*/rate', (route) => route.fulfill(AWAY))
    await star(page, 5).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to submit rating. Please try again.' }),
    ).toBeVisible()
    await expect(page.getByText('Your rating: 2/5')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.unroute('**/api/books/*/rate')
  })

  test('a failed comment shows a message, and the text stays in the field', async () => {
    const field = page.getByPlaceholder('Add a comment...')
    const post = page.getByRole('button', { name: 'Post', exact: true })
    await expect(post).toBeDisabled()
    await field.fill('   ')
    await expect(post).toBeDisabled()
    await field.fill('Curiouser and curiouser.')
    await page.route('**/api/books/*/comments', (route) =>
      route.request().method() === 'POST' ? route.fulfill(AWAY) : route.continue(),
    )
    await post.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to add comment. Please try again.' })).toBeVisible()
    await expect(field).toHaveValue('Curiouser and curiouser.')
    await page.unroute('**/api/books/*/comments')
    await page.reload()
    await expect(field).toHaveValue('Curiouser and curiouser.')
  })

  test('a comment is appended, and the field is cleared', async () => {
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    const comments = page.getByRole('region', { name: /^Comments/ })
    await expect(comments.getByRole('listitem').last()).toContainText('Curiouser and curiouser.')
    await expect(page.getByPlaceholder('Add a comment...')).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  })

  test('Read Now opens the PDF in a new tab and counts a view', async () => {
    const { firstPage, pages } = await aRealBook()
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Read Now' }).click()])
    await expect(tab).toHaveURL(/\/read\/[\w-]+$/)
    const sheet = tab.locator('.page[data-page-number="1"]')
    await expect(sheet.locator('.textLayer')).toContainText(firstPage, { timeout: 15_000 })
    await expect(sheet.locator('canvas')).toBeVisible()
    await expect(tab.getByText(`of ${pages}`, { exact: true })).toBeVisible()
    await expect.poll(() => isPrinted(sheet.locator('canvas'))).toBe(true)
    await moreButton(tab).click()
    const download = tab.getByRole('link', { name: 'Download', exact: true })
    const file = await page.request.get((await download.getAttribute('href')) ?? '', {
      headers: { range: 'bytes=0-4' },
    })
    expect([file.status(), await file.text()]).toEqual([206, '%PDF-'])
    await tab.close()
    await expect(async () => {
      await page.reload()
      await untilHydrated(page)
      await expect(fact(page, 'Views')).toHaveText('1', { timeout: 1000 })
    }).toPass()
  })
})

test.describe('failures and limits', () => {
  test('a failed library shows a message, and Retry loads it', async ({ browser }) => {
    const context = await browserOf(browser, await sharedPerson('reader'))
    const page = await context.newPage()
    await page.route('**/api/books?*', (route) => route.fulfill(AWAY))
    await page.goto('/library')
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load books. Please try again later.' })
    await expect(alert).toBeVisible()
    await page.unroute('**/api/books?*')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toBeHidden()
    await context.close()
  })

  test('a login without a response is a network error, and the fields keep their values', async ({ page }) => {
    await page.route('**/api/auth/login', (route) => route.abort('connectionreset'))
    await page.goto('/auth')
    await page.getByLabel('Email').fill('ida@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Network error. Please check your connection.' }),
    ).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('ida@example.org')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  })

  test('a session that is unknown to the server ends', async ({ browser }) => {
    const context = await browserOf(browser, { username: '', email: '', token: 'x'.repeat(43) })
    const page = await context.newPage()
    await page.goto('/library')
    await expect(page).toHaveURL('/auth?next=%2Flibrary')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await context.close()
  })

  test('a visitor can open a book, and returns to it after logging in to rate it', async ({ page }) => {
    const reader = await sharedPerson('reader')
    const book = await aBook(await sharedPerson('author'), { title: 'A Field Guide to Rain' })
    await page.goto(`/books/${book._id}`)
    await page.getByRole('link', { name: 'Log in to rate this book' }).click()
    await page.getByLabel('Email').fill(reader.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`/books/${book._id}`)
    await expect(page.getByRole('group', { name: 'Rate this book' })).toBeVisible()
  })

  test('`next` leads to no other site', async ({ page }) => {
    const reader = await sharedPerson('reader')
    await page.goto('/auth?next=//evil.example/')
    await page.getByLabel('Email').fill(reader.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
  })

  test('authors cannot rate their own books', async ({ browser }) => {
    const author = await sharedPerson('author')
    const book = await aBook(author, { title: 'Nine Small Harbours' })
    const context = await browserOf(browser, author)
    const page = await context.newPage()
    await page.goto(`/book/${book._id}`)
    await star(page, 5).click()
    await expect(page.getByRole('alert').filter({ hasText: "You can't rate your own book." })).toBeVisible()
    await context.close()
  })

  test('a reader sees the upload form but cannot use it', async ({ browser }) => {
    const context = await browserOf(browser, await sharedPerson('reader'))
    const page = await context.newPage()
    await page.goto('/create')
    await expect(page.getByRole('heading', { name: 'Authors Only Area' })).toBeVisible()
    await expect(uploadFormOf(page).title).toBeDisabled()
    await expect(uploadFormOf(page).upload).toHaveCount(0)
    await page.getByRole('link', { name: 'Explore the library' }).click()
    await expect(page).toHaveURL('/library')
    await context.close()
  })
})

test('every literal text of the specification that belongs to this file was seen', expectAllSeen)

const newArrivals = (page: Page) => page.getByRole('region', { name: 'New Arrivals' })

const fact = (page: Page, name: string) =>
  page.locator('dl div', { has: page.getByText(name, { exact: true }) }).locator('dd')

/** The label of a star, because the radio itself is covered by the icon. */
const star = (page: Page, stars: number) =>
  page
    .getByRole('group', { name: 'Rate this book' })
    .locator('label')
    .nth(stars - 1)

const aCover = async () => {
  const image = sharp({ create: { width: 600, height: 900, channels: 3, background: '#6b2d5c' } })
  return { name: 'cover.png', mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** Records every percentage that the form shows, and the space between it and the text beside it. */
const progressShown = async (page: Page) => {
  const seen = await page.evaluateHandle(() => {
    const percents = new Set<string>()
    const gaps = new Set<number>()
    const edgesOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect()
    }
    const look = () => {
      const figure = document.querySelector('form:has([role=progressbar]) b')
      const beside = figure?.nextElementSibling
      if (!figure || !beside) return
      percents.add(figure.textContent ?? '')
      gaps.add(edgesOf(beside).left - edgesOf(figure).right)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    return { percents, gaps }
  })
  return () => seen.evaluate(({ percents, gaps }) => ({ percents: [...percents], gaps: [...gaps] }))
}

/** Whether the canvas is not blank. */
const isPrinted = (canvas: ReturnType<Page['locator']>) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] }
    return data.some((value) => value < 128)
  })
