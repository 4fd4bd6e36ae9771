import { type BrowserContext, type Locator, type Page, expect, test } from '@playwright/test'
import { listUsers, updateUser } from '#contract/admin.ts'
import { login } from '#contract/accounts.ts'
import { addComment } from '#contract/comments.ts'
import { getUserDetails } from '#contract/accounts.ts'
import { block, hideBook, showBook } from '#contract/moderation.ts'
import { savePosition } from '#contract/reading.ts'
import { expectGoodLayout } from './good-layout.ts'
import { PASSWORD, type Person, aBook, aPerson, anAdmin, apiOf, browserOf, theSite } from './people.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

const REASON = 'It was copied from another author.'

const pageErrors: string[] = []
const contexts: BrowserContext[] = []
let admin: Person
let moderator: Person
let author: Person
let reader: Person
let book: { _id: string; title: string }

/** An administrator appoints the account. */
const appoint = async (person: Person) => {
  const api = apiOf(theSite(), admin)
  const { data } = await api(listUsers, { query: { query: person.username } })
  await api(updateUser, { params: { id: data[0]?._id ?? '' }, body: { userType: 'moderator' } })
}

test.beforeAll(async () => {
  ;[admin, moderator, author, reader] = await Promise.all([
    anAdmin(),
    aPerson('reader'),
    aPerson('author'),
    aPerson('reader'),
  ])
  await appoint(moderator)
  book = await aBook(author, {
    title: `A Borrowed Book ${crypto.randomUUID().slice(0, 6)}`,
  })
})
test.afterEach(() => expect(pageErrors.splice(0)).toEqual([]))
test.afterAll(() => Promise.all(contexts.map((context) => context.close())))

const pageOf = async (browser: Parameters<typeof browserOf>[0], person?: Person): Promise<Page> => {
  const context = await browserOf(browser, person)
  contexts.push(context)
  await collectPageErrors(context, pageErrors)
  return context.newPage()
}

/** Opens the book until its page shows a new comment, and the menu of it. Others may see it up to a second later. */
const expectSoon = async (page: Page, text: string, menu: Locator) => {
  await expect(async () => {
    await page.goto(`/books/${book._id}`)
    await untilHydrated(page)
    await expect(page.getByText(text)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(menu).toBeVisible()
}

test('a moderator hides a book with two presses on its page, and shows it again with one', async ({ browser }) => {
  const page = await pageOf(browser, moderator)
  await apiOf(theSite(), reader)(savePosition, {
    params: { id: book._id },
    body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
  })
  await page.goto(`/books/${book._id}`)
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this book' })
  await expectGoodLayout(page)
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(dialog.getByText('Give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page).toHaveURL('/moderation/hidden')
  const row = page.getByRole('listitem').filter({ hasText: book.title })
  await expect(row).toContainText(REASON)
  await expect(row).toContainText(`Hidden by ${moderator.username}`)
  await expectGoodLayout(page)

  const visitor = await pageOf(browser)
  await visitor.goto(`/books/${book._id}`)
  await expect(visitor.getByRole('heading', { name: 'Book not found.' })).toBeVisible()

  const own = await pageOf(browser, author)
  await own.goto('/profile')
  await expect(own.getByText(`Moderators have hidden this book. The reason: ${REASON}`)).toBeVisible()
  await expectGoodLayout(own)
  await own.getByRole('link', { name: 'See your answer, or send one' }).click()
  await expect(own).toHaveURL('/profile/reports')
  await expect(own.getByRole('heading', { name: 'About your books, your comments and you' })).toBeVisible()
  await expect(own.getByRole('heading', { name: 'Hidden from others' })).toHaveCount(0)
  await expectGoodLayout(own)

  const administration = await pageOf(browser, admin)
  await administration.goto('/admin/books?status=hidden')
  const hidden = administration.getByRole('row').filter({ hasText: book.title })
  await expect(hidden.getByText('Hidden', { exact: true }).first()).toBeVisible()
  await expectGoodLayout(administration)
  await expect(hidden.getByRole('link', { name: 'See in Moderation' })).toHaveAttribute('href', '/moderation/hidden')

  await row.getByRole('button', { name: `Show ${book.title} again` }).click()
  await expect(page.getByText('Nothing is hidden.').or(page.getByRole('listitem').first())).toBeVisible()
  await expect(row).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: book.title })).toBeVisible()
})

test('who was reading a book that is hidden is told at home', async ({ browser }) => {
  const api = apiOf(theSite(), moderator)
  await apiOf(theSite(), reader)(savePosition, {
    params: { id: book._id },
    body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
  })
  const other = await aBook(author, { title: 'Still to be Read' })
  await apiOf(theSite(), reader)(savePosition, {
    params: { id: other._id },
    body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 },
  })
  await api(hideBook, { params: { id: book._id }, body: { reason: REASON } })
  const page = await pageOf(browser, reader)
  await page.goto('/')
  await expect(page.getByText(/^This book was withdrawn\. You had read to page 1 of it, last on /)).toBeVisible()
  await expect(page.getByText(book.title)).toHaveCount(0)
  await api(showBook, { params: { id: book._id } })
})

test('a moderator reaches what is hidden from the account menu', async ({ browser }) => {
  const page = await pageOf(browser, moderator)
  await page.goto('/library')
  await page.getByRole('button', { name: /^Profile/ }).click()
  await page.getByRole('menuitem', { name: 'Moderation' }).click()
  const rail = page.getByRole('navigation', { name: 'Moderation' })
  await expect(rail.getByRole('link', { name: /^Reports/ })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Hidden', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hidden' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Suspended accounts' })).toHaveCount(0)
})

test('a reader is sent home from the page of moderators', async ({ browser }) => {
  const page = await pageOf(browser, reader)
  await page.goto('/moderation/hidden')
  await expect(page).toHaveURL('/')
})

test('a moderator hides a comment from its menu, with the keyboard', async ({ browser }) => {
  const { comment } = await apiOf(theSite(), reader)(addComment, {
    params: { id: book._id },
    body: { text: 'An insult of the worst kind.' },
  })
  const page = await pageOf(browser, moderator)
  const list = page.getByRole('region', { name: /^Comments/ })
  const menu = list.getByRole('button', { name: `More about the comment by ${comment.user?.username}` })
  await expectSoon(page, 'An insult of the worst kind.', menu)
  await menu.focus()
  await page.keyboard.press('Enter')
  const hide = page.getByRole('menuitem', { name: 'Hide comment' })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const items = await page.getByRole('menuitem').allTextContents()
  for (let i = 0; i < items.indexOf('Hide comment'); i += 1) await page.keyboard.press('ArrowDown')
  await expect(hide).toBeFocused()
  await expectGoodLayout(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hide this comment' })
  await dialog.getByLabel('Reason').fill('An insult.')
  await dialog.getByLabel('For how long').selectOption('For a week')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  // Among the hidden comments it is folded.
  await expect(list.getByText('An insult of the worst kind.').filter({ visible: true })).toHaveCount(0)
  await list.getByText('1 hidden comment').click()
  await expect(list.getByText('Hidden by a moderator. Reason: An insult.')).toBeVisible()
  await expectGoodLayout(page)
  await list.getByRole('button', { name: `Show the comment by ${comment.user?.username} again` }).click()
  await expect(list.getByRole('listitem').getByText('An insult of the worst kind.')).toBeVisible()
})

test('an author closes the comments on an own book', async ({ browser }) => {
  const own = await aBook(author, { title: 'Without a Word' })
  const page = await pageOf(browser, author)
  await page.goto(`/books/${own._id}`)
  const list = page.getByRole('region', { name: /^Comments/ })
  await list.getByLabel('New comments').selectOption('Nobody')
  await expect(list.getByText('Comments on this book are closed.')).toBeVisible()
  await expect(list.getByRole('textbox', { name: 'Add a comment' })).toHaveCount(0)
  const readers = await pageOf(browser, reader)
  await readers.goto(`/books/${own._id}`)
  await expect(readers.getByText('Comments on this book are closed.')).toBeVisible()
  await expectGoodLayout(page)
})

test('a reader blocks the writer of a comment, and unblocks them on the profile', async ({ browser }) => {
  const [other, earlier] = await Promise.all([aPerson('reader'), aPerson('reader')])
  const { user } = await apiOf(theSite(), earlier)(getUserDetails)
  await apiOf(theSite(), reader)(block, { params: { id: user._id } })
  await apiOf(theSite(), other)(addComment, { params: { id: book._id }, body: { text: 'By somebody tiresome.' } })
  const page = await pageOf(browser, reader)
  const list = page.getByRole('region', { name: /^Comments/ })
  const menu = list.getByRole('button', { name: `More about the comment by ${other.username}` })
  await expectSoon(page, 'By somebody tiresome.', menu)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Block this person' }).click()
  await expect(list.getByText('By somebody tiresome.')).toHaveCount(0)
  // That comment counts for other readers, and is no page more for this one.
  await page.reload()
  await expect(
    list
      .getByRole('listitem')
      .first()
      .or(list.getByText(/No comments/)),
  ).toBeVisible()
  await expect(list.getByRole('button', { name: 'More comments' })).toHaveCount(0)
  await page.goto('/profile/reports')
  await page.getByRole('button', { name: `Unblock ${other.username}` }).click()
  await expect(page.getByRole('button', { name: `Unblock ${other.username}` })).toHaveCount(0)
  await page.getByRole('button', { name: `Unblock ${earlier.username}` }).click()
  await expect(page.getByText('You have not blocked anybody.')).toBeVisible()
  await page.goto(`/books/${book._id}`)
  await expect(list.getByText('By somebody tiresome.')).toBeVisible()
})

test('an administrator appoints a moderator and suspends an account in the table of users', async ({ browser }) => {
  const [helper, spammer] = await Promise.all([aPerson('reader'), aPerson('reader')])
  const page = await pageOf(browser, admin)
  await page.goto(`/admin/users?query=${encodeURIComponent(helper.username)}`)
  await page.getByRole('button', { name: `Edit ${helper.username}` }).click()
  await page.getByLabel('User Type', { exact: true }).selectOption('moderator')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: helper.username })).toContainText('moderator')

  await page.goto(`/admin/users?query=${encodeURIComponent(spammer.username)}`)
  await page.getByRole('button', { name: `Suspend ${spammer.username}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend this account' })
  await expectGoodLayout(page)
  await dialog.getByLabel('Reason').fill('Advertising in forty comments.')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByText(`${spammer.username} is suspended.`)).toBeVisible()

  const visitor = await pageOf(browser)
  await visitor.goto('/auth')
  await visitor.getByLabel('Email').fill(spammer.email)
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(visitor.getByText('This account is suspended. The reason: Advertising in forty comments.')).toBeVisible()

  await page.getByRole('row').filter({ hasText: spammer.username }).getByRole('link', { name: 'Suspended' }).click()
  await page.getByRole('button', { name: `End the suspension of ${spammer.username}` }).click()
  await expect(page.getByText(`${spammer.username} can log in again.`)).toBeVisible()
  await apiOf(theSite())(login, { body: { email: spammer.email, password: PASSWORD } })
})
