import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, type Locator, type Page, expect, test } from '@playwright/test'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { login, register } from '#contract/accounts.ts'
import {
  deleteAdminBook,
  editAdminBook,
  getAdminBook,
  listAdminBooks,
  toggleFeatured,
  togglePremium,
  updateUser,
} from '#contract/admin.ts'
import { viewBook } from '#contract/books.ts'
import { rateBook } from '#contract/ratings.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { hideBook } from '#contract/moderation.ts'
import { getSiteText } from '#contract/site.ts'
import { makeInvitation, updateSiteSettings } from '#contract/site-admin.ts'
import type { TextOf } from '#tests/literal-texts.ts'
import { freePort } from '#tests/free-port.ts'
import { mailTo } from '#tests/outbox.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import {
  PASSWORD,
  type Person,
  type Site,
  aBook,
  aPerson,
  apiOf,
  browserOf,
  copiesOf,
  countInRankings,
  newcomer,
} from './people.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { aPrintedPdf } from './printed-pdf.ts'
import { expectAllSeen, skipTime, sees } from './seen-texts.ts'
import { BROKEN, MUTE, PAST_RETRY_MS, turnTo } from './served.ts'
import { collectPageErrors } from './watched-page.ts'
import { expectGoodLayout } from './good-layout.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'

const ADMIN = { username: 'Perpetua', email: 'perpetua@example.org' }
const MEANWHILE = /Somebody else has changed this in the meantime/

let server: SpawnedServer
let site: Site
let admin: Person
let author: Person
let reader: Person
let one: BrowserContext
const pageErrors: string[] = []
const titles = Array.from({ length: 21 }, (_, i) => `The ${String(i + 1).padStart(2, '0')}th Lamp`)

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  const dataDir = await mkdtemp(join(await memoryFolder(), 'quillhouse-admin-'))
  const port = await freePort()
  site = { address: `http://127.0.0.1:${port}`, dataDir }
  const first = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: PASSWORD, ADMIN_USERNAME: ADMIN.username }
  server = spawnServer({
    PORT: String(port),
    PUBLIC_URL: site.address,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...first,
  })
  await server.opened()
  const { token } = await apiOf(site)(login, { body: { email: ADMIN.email, password: PASSWORD } })
  admin = { ...ADMIN, token }
  one = await browserOf(browser, admin, site)
  await collectPageErrors(one, pageErrors)
})
test.afterEach(() => expect(pageErrors.splice(0)).toEqual([]))
test.afterAll(async () => {
  await one?.close()
  await server.stop()
  await rm(site.dataDir, { recursive: true, force: true })
})

const open = async (path: string, context = one) => {
  const page = await context.newPage()
  await page.goto(site.address + path)
  return page
}

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const alert = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()

test('the dashboard of an empty library has six figures and no empty lists', async () => {
  const page = await open('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Welcome, Perpetua')).toBeVisible()
  await sees(page.getByRole('main'), 'dashboard', 'Admin Dashboard', 'Welcome, {username}', 'Logout', '0')
  const figures = {
    'Total Users': 1,
    'Total Books': 0,
    Readers: 0,
    Authors: 0,
    'Premium Books': 0,
    'Verified Users': 1,
  }
  for (const [name, value] of Object.entries(figures)) {
    await expect(page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })).toContainText(
      `${name}${value}`,
    )
  }
  await expect(page.getByRole('heading', { name: 'Top Viewed Books' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Top Rated Books' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recent Users' })).toBeVisible()
  await sees(
    page,
    'dashboard',
    'Total Users',
    'Total Books',
    'Readers',
    'Authors',
    'Premium Books',
    'Verified Users',
    'Manage Users',
    'Manage Books',
  )
  await page.goto(`${site.address}/admin/books`)
  await sees(page, 'manage books, empty', 'No books found')
  await page.goto(`${site.address}/admin/log`)
  await expect(page.getByText('There are no entries yet.')).toBeVisible()
  await page.close()
})

test('add readers, an author and twenty-one books', async () => {
  ;[author, reader] = await Promise.all([aPerson('author', site), aPerson('reader', site)])
  const first = await aBook(author, { title: titles[0], author: 'Ida Fenn' }, site)
  await copiesOf(first, titles.slice(1), site)
  await countInRankings([reader], site)
  await apiOf(site, reader)(rateBook, { params: { id: first._id }, body: { rating: 4 } })
  await apiOf(site, reader)(viewBook, { params: { id: first._id } })
  // An account that is not verified.
  await apiOf(site)(register, { body: { ...newcomer('Ilse'), userType: 'reader' } })
})

const PATHS = [
  '/admin',
  '/admin/users',
  '/admin/books',
  '/admin/books/add',
  '/admin/site',
  '/admin/site/access',
  '/admin/import',
  '/admin/log',
]

test('a visitor is sent to the login page and returns; other users are sent to the home page', async ({ browser }) => {
  const [nobody, readers] = await Promise.all([browserOf(browser, undefined, site), browserOf(browser, reader, site)])
  const [asVisitor, asReader] = await Promise.all([open('/about', nobody), open('/about', readers)])
  for (const path of PATHS) {
    await Promise.all([turnTo(asVisitor, path), turnTo(asReader, path)])
    await expect(asVisitor).toHaveURL(`${site.address}/auth?next=${encodeURIComponent(path)}`)
    await expect(asReader).toHaveURL(`${site.address}/`)
  }
  await Promise.all([asVisitor.close(), asReader.close()])
  const page = await open('/admin/users', nobody)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${site.address}/admin/users`)
  await Promise.all([nobody.close(), readers.close()])
})

test('while the session is loaded the page says Loading...', async ({ browser }) => {
  const context = await browserOf(browser, admin, site)
  const page = await context.newPage()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/user-details', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.address}/admin`)
  await sees(page, 'administration, session resolving', 'Loading...')
  answer()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await context.close()
})

test('the dashboard has a loading text, figures, lists, links and Logout', async () => {
  const page = await one.newPage()
  const loadingSeen = Promise.withResolvers<void>()
  await page.route('**/api/admin/dashboard-stats', async (route) => {
    await loadingSeen.promise
    await route.continue()
  })
  await page.goto(`${site.address}/admin`)
  await sees(page, 'dashboard, loading', 'Loading dashboard data...')
  loadingSeen.resolve()
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^New books: 21 in 30 days/ })).toBeVisible()
  await expect(
    page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent Users' }) }),
  ).toContainText(reader.username)
  await expect(page.getByRole('link', { name: 'Manage Users' })).toHaveAttribute('href', '/admin/users')
  await expect(page.getByRole('link', { name: 'Manage Books' })).toHaveAttribute('href', '/admin/books')
  await sees(page, 'dashboard', 'Top Viewed Books', 'Top Rated Books', 'Recent Users')
  await page.getByText('Day by day').click()
  await expect(page.getByRole('table')).toBeVisible()
  await expectGoodLayout(page)
  await page.close()
})

test('a failed dashboard shows the server’s message, the call’s, or the page’s; Retry reloads the page', async () => {
  const page = await one.newPage()
  await page.clock.install()
  skipTime(page, PAST_RETRY_MS)
  const stats = '**/api/admin/dashboard-stats'
  const says = async (words: TextOf<'dashboard, failed'>) => {
    await page.goto(`${site.address}/admin`)
    await sees(page.getByRole('alert').first(), 'dashboard, failed', words)
  }
  await page.route(stats, (route) => route.fulfill(BROKEN))
  await says('Error: Something went wrong on our side.')
  await expectGoodLayout(page)
  await page.unroute(stats)
  await page.route(stats, (route) => route.fulfill(MUTE))
  await says('Error: Failed to fetch dashboard stats')
  await page.unroute(stats)
  await page.route(stats, (route) => route.abort())
  await says('Error: Failed to load dashboard data')
  await page.unroute(stats)
  await sees(page, 'dashboard, failed', 'Retry')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Retry' }).click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible()
  pageErrors.splice(0)
  await page.close()
})

test('an error without a message is shown as unexpected', async () => {
  const page = await one.newPage()
  await page.clock.install()
  skipTime(page, PAST_RETRY_MS)
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window)
    window.fetch = (from, init) =>
      /\/api\/admin\/(?:dashboard-stats|users)/.test(String(from)) ? Promise.reject(new Error()) : fetch(from, init)
  })
  await page.goto(`${site.address}/admin`)
  await sees(page.getByRole('alert').first(), 'dashboard, failed', 'Error: An unexpected error occurred')
  await page.goto(`${site.address}/admin/users`)
  await sees(page.getByRole('alert').first(), 'manage users, failed', 'An unexpected error occurred')
  await page.close()
})

test('the users page has a table, search, sort order and pager', async () => {
  const page = await open('/admin/users')
  await expect(page.getByRole('columnheader')).toHaveText(['Username', 'Email', 'User Type', 'Verified', 'Actions'])
  await expect(row(page, reader.email)).toContainText('Yes')
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  await sees(
    page,
    'manage users',
    'Username',
    'Email',
    'User Type',
    'Verified',
    'Actions',
    'Yes',
    'No',
    'Edit',
    'Delete',
  )
  await sees(page, 'manage users', 'Previous', 'Next', 'Page {page} of {pages}', 'Back to Dashboard')
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/admin')
  await page.getByLabel('Sort by').selectOption('Username')
  await expect(page).toHaveURL(/sort=username/)
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'ascending')
  const search = page.getByRole('searchbox', { name: 'Search by username or email' })
  await search.fill(reader.email.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(search).toBeFocused()
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectGoodLayout(page)
  await page.goto(`${site.address}/admin/users?query=nobody-of-that-name`)
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(row(page, ADMIN.email)).toBeVisible()
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(search).toHaveValue('nobody-of-that-name')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(row(page, ADMIN.email)).toBeVisible()
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await page.close()
})

test('a failed list of users shows a message and Retry', async () => {
  const page = await one.newPage()
  await page.clock.install()
  skipTime(page, PAST_RETRY_MS)
  const users = '**/api/admin/users?*'
  await page.route(users, (route) => route.abort())
  await page.goto(`${site.address}/admin/users`)
  await sees(page, 'manage users, failed', 'Failed to load users')
  await page.unroute(users)
  await page.route(users, (route) => route.fulfill(MUTE))
  await page.reload()
  await sees(page, 'manage users, failed', 'Failed to fetch users')
  await page.unroute(users)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, reader.email)).toBeVisible()
  pageErrors.splice(0)
  await page.close()
})

test('a user is edited in the row by keyboard, and the change is there after a reload and in another window', async () => {
  const [page, other] = await Promise.all([open('/admin/users'), open('/admin/users')])
  await expect(row(other, reader.email)).toBeVisible()
  const edit = row(page, reader.email).getByRole('button', { name: /^Edit / })
  await edit.focus()
  await page.keyboard.press('Enter')
  const username = page.getByRole('textbox', { name: 'Username' })
  await expect(username).toBeFocused()
  await expect(username).toHaveValue(reader.username)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email')
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await sees(page, 'manage users', 'Save', 'Cancel')
  await username.fill('Rosalind of the Lamps')
  const reset = page.getByRole('button', { name: 'Remove second factors' })
  await reset.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reset).toBeFocused()
  await expect(username).toHaveValue('Rosalind of the Lamps')
  const type = page.getByRole('combobox', { name: 'User Type' })
  await type.selectOption('author')
  await type.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(row(page, 'Rosalind of the Lamps')).toContainText('author')
  await other.bringToFront()
  await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(row(other, 'Rosalind of the Lamps')).toBeVisible()
  await page.reload()
  await expect(row(page, 'Rosalind of the Lamps')).toContainText('author')
  await Promise.all([page.close(), other.close()])
})

test('an edit conflict of a user is shown to the second administrator, with the new value and their own input', async () => {
  const page = await open('/admin/users')
  await row(page, author.email)
    .getByRole('button', { name: /^Edit / })
    .click()
  const id = (await page.getByRole('textbox', { name: 'Username' }).getAttribute('form'))?.replace('edit-', '') ?? ''
  await apiOf(site, admin)(updateUser, { params: { id }, body: { username: 'Ansel the First' } })
  await page.getByRole('textbox', { name: 'Username' }).fill('Ansel the Second')
  await page.getByRole('button', { name: 'Save' }).click()
  await alert(page, /Error: Somebody else has changed this in the meantime/)
  await expect(page.getByText('Now: Ansel the First')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('Ansel the Second')
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Ansel the Second')).toBeVisible()
  await page.close()
})

test('a taken username is shown at its field, and the last administrator cannot be deleted', async () => {
  const page = await open('/admin/users')
  await row(page, author.email)
    .getByRole('button', { name: /^Edit / })
    .click()
  await page.getByRole('textbox', { name: 'Username' }).fill('PERPETUA')
  await page.getByRole('button', { name: 'Save' }).click()
  await alert(page, 'Error: This username is taken. Please choose another.')
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAccessibleDescription('This username is taken.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Ansel the Second')).toBeVisible()
  await row(page, ADMIN.email).getByRole('button', { name: 'Delete Perpetua' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await alert(page, 'Error: This is the last administrator. Make another one first.')
  await page.close()
})

test('a user is deleted after confirmation', async () => {
  const gone = await aPerson('reader', site)
  const page = await open('/admin/users')
  const remove = row(page, gone.email).getByRole('button', { name: `Delete ${gone.username}` })
  await remove.click()
  const dialog = page.getByRole('dialog')
  await sees(dialog, 'manage users', 'Are you sure you want to delete this user?')
  await expectGoodLayout(page)
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.route('**/api/admin/users/*', (route) => route.fulfill(MUTE))
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await sees(
    page.getByRole('alert').filter({ hasText: 'Error: ' }),
    'manage users, failed',
    'Error: Failed to delete user',
  )
  await row(page, gone.email).getByTitle('Edit').click()
  await page.getByRole('textbox', { name: 'Username' }).fill('Not for Long')
  await page.getByRole('button', { name: 'Save' }).click()
  await sees(
    page.getByRole('alert').filter({ hasText: 'Error: ' }),
    'manage users, failed',
    'Error: Failed to update user',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/admin/users/*')
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, gone.email)).toHaveCount(0)
  await page.reload()
  await expect(row(page, reader.email)).toBeVisible()
  await expect(row(page, gone.email)).toHaveCount(0)
  await page.close()
})

test('the books page has a table, N/A ratings, badges, pager, search and status filter', async () => {
  const page = await open('/admin/books')
  const columns = ['Selected', 'Title', 'Author', 'Publisher', 'Genre', 'Date', 'Views', 'Rating', 'Status', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(columns.filter((name) => name !== 'Publisher'))
  await expect(page.getByRole('row').nth(1)).toContainText(/Publisher: \S/)
  await page.setViewportSize({ width: 1600, height: 800 })
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByText('Showing 1 to 20 of 21 entries')).toBeVisible()
  const newest = row(page, titles[20] ?? '')
  await expect(newest).toContainText('N/A')
  await expect(newest).toContainText('Free')
  await sees(page, 'manage books', 'Title', 'Author', 'Genre', 'Views', 'Rating', 'Status', 'Actions', 'N/A', 'Free')
  await sees(page, 'manage books', 'Prev', 'Next', 'Showing {from} to {to} of {total} entries', 'Add New Book')
  await sees(newest, 'manage books', 'View Details', 'Make Premium', 'Feature this Book', 'Edit', 'Delete')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Showing 21 to 21 of 21 entries')).toBeVisible()
  await page.getByRole('link', { name: 'Prev' }).click()
  await expect(page).toHaveURL(`${site.address}/admin/books`)
  await page.getByRole('searchbox', { name: /^Search by title, author, publisher/ }).fill('07th lamp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByText(/^Showing/)).toHaveCount(0)
  await page.getByLabel('Status').selectOption('Premium')
  await expect(page.getByText('No books found')).toBeVisible()
  await expectGoodLayout(page)
  await page.goto(`${site.address}/admin/books?sort=title`)
  await expect(page.getByRole('row').nth(1)).toContainText(titles[0] ?? '')
  await expectGoodLayout(page)
  await page.close()
})

test('the five actions on a book are in one row, also with long names, and nothing is cut off', async () => {
  const { data } = await apiOf(site, admin)(listAdminBooks, { query: { limit: 1, sort: 'title' } })
  const [book] = data
  const change = async (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    await apiOf(site, admin)(editAdminBook, { params: { id: book?._id ?? '' }, body })
  }
  await change({ author: 'Maximiliane Oberschwarzenbach', genre: 'Autobiography', isFeatured: 'true' })
  const page = await open('/admin/books?sort=title')
  const actions = page.getByRole('row').nth(1).getByRole('cell').last()
  for (const width of [1280, 1366, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(actions.getByTitle('Delete')).toBeInViewport({ ratio: 1 })
    const tops = await actions
      .locator('a, button')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top))
    expect(tops, `${width} px`).toEqual(Array.from({ length: 5 }, () => tops[0]))
    expect(
      await page.getByRole('table').evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth),
    ).toBeLessThanOrEqual(0)
  }
  await change({ author: book?.author ?? '', genre: book?.genre ?? '', isFeatured: 'false' })
  await page.close()
})

test('the five actions have their titles, and their changes are persisted', async ({ browser }) => {
  const page = await open('/admin/books?sort=title')
  const title = titles[0] ?? ''
  const [tab] = await Promise.all([one.waitForEvent('page'), row(page, title).getByTitle('View Details').click()])
  await expect(tab).toHaveURL(/\/books\/[\da-f-]{36}$/)
  await tab.close()
  await row(page, title).getByTitle('Make Premium').click()
  await expect(row(page, title)).toContainText('Premium')
  await row(page, title).getByTitle('Feature this Book').click()
  await expect(row(page, title)).toContainText('Featured')
  await sees(row(page, title), 'manage books', 'Premium', 'Featured', 'Remove Premium Status', 'Remove from Featured')
  await page.reload()
  await expect(row(page, title)).toContainText('Premium')
  await expect(row(page, title)).toContainText('Featured')
  const visitors = await browserOf(browser, undefined, site)
  const premium = await open('/premium', visitors)
  await expect(premium.getByText(title)).toBeVisible()
  await visitors.close()
  await row(page, title).getByTitle('Remove Premium Status').click()
  await expect(row(page, title)).toContainText('Free')
  await row(page, title).getByTitle('Remove from Featured').click()
  await expect(row(page, title)).not.toContainText('Featured')
  await expect(row(page, title).getByTitle('Edit')).toHaveAttribute('href', /^\/admin\/books\/edit\//)
  await page.close()
})

test('all actions are disabled during a call; a failed call shows a message and leaves the list unchanged', async () => {
  const page = await open('/admin/books?sort=title')
  const title = titles[1] ?? ''
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/toggle-premium', async (route) => {
    await held
    await route.fulfill(MUTE)
  })
  await row(page, title).getByTitle('Make Premium').click()
  for (const name of ['View Details', 'Make Premium', 'Feature this Book', 'Edit', 'Delete']) {
    await expect(row(page, titles[2] ?? '').getByTitle(name)).toBeDisabled()
  }
  await row(page, titles[2] ?? '')
    .getByTitle('Delete')
    .click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  answer()
  await sees(
    page.getByRole('alert').filter({ hasText: 'Error: ' }),
    'manage books, failed',
    'Error: Failed to update book premium status',
  )
  await expect(row(page, title)).toContainText('Free')
  await expect(row(page, title).getByTitle('Make Premium')).toBeEnabled()
  await page.close()
})

test('an edit conflict of premium is shown to the second administrator, and the first one’s end date stays', async () => {
  const page = await open('/admin/books?sort=title')
  const title = titles[3] ?? ''
  const id = (await row(page, title).getByTitle('Edit').getAttribute('href'))?.split('/').at(-1) ?? ''
  const premiumDisplayUntil = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await apiOf(site, admin)(togglePremium, { params: { id }, body: { isPremium: true, premiumDisplayUntil } })
  await row(page, title).getByTitle('Make Premium').click()
  await alert(page, MEANWHILE)
  await expect(row(page, title).getByTitle('Remove Premium Status')).toBeVisible()
  expect((await apiOf(site, admin)(getAdminBook, { params: { id } })).data.premiumDisplayUntil).toBe(
    premiumDisplayUntil,
  )
  await page.close()
})

test('a book is deleted after confirmation; the button says Deleting... during the call', async () => {
  const page = await open('/admin/books?sort=title')
  const title = titles[4] ?? ''
  await row(page, title).getByTitle('Delete').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete' })
  await expect(dialog).toContainText(`Are you sure you want to delete "${title}"? This action cannot be undone.`)
  await sees(dialog, 'manage books', 'Are you sure you want to delete "{title}"? This action cannot be undone.')
  await sees(dialog, 'manage books', 'Confirm Delete', 'Cancel', 'Delete')
  await expectGoodLayout(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, title)).toBeVisible()
  await row(page, title).getByTitle('Delete').click()
  const deletingSeen = Promise.withResolvers<void>()
  await page.route('**/api/admin/books/*', async (route) => {
    await deletingSeen.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await sees(dialog, 'manage books', 'Deleting...')
  deletingSeen.resolve()
  await expect(row(page, title)).toHaveCount(0)
  await page.reload()
  await expect(row(page, titles[3] ?? '')).toBeVisible()
  await expect(row(page, title)).toHaveCount(0)
  await page.close()
})

test('a failed list of books is shown in a red box titled Error!', async () => {
  const page = await one.newPage()
  await page.clock.install()
  skipTime(page, PAST_RETRY_MS)
  const books = '**/api/admin/books?*'
  await page.route(books, (route) => route.abort())
  await page.goto(`${site.address}/admin/books`)
  await sees(page.getByRole('alert').first(), 'manage books, failed', 'Error!', 'Error loading books')
  await page.unroute(books)
  await page.route(books, (route) => route.fulfill(MUTE))
  await page.reload()
  await sees(page.getByRole('alert').first(), 'manage books, failed', 'Error!', 'Failed to fetch books')
  await expectGoodLayout(page)
  await page.unroute(books)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, titles[20] ?? '')).toBeVisible()
  pageErrors.splice(0)
  await page.close()
})

test('a book is added with the upload form of authors', async () => {
  const page = await open('/admin/books')
  await page.getByRole('link', { name: 'Add New Book' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Book' })).toBeVisible()
  await expectGoodLayout(page)
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: await aPrintedPdf(['New']) })
  await page.getByLabel('Title', { exact: true }).fill('The Newest Lamp')
  await page.getByLabel('Author', { exact: true }).fill('Ida Fenn')
  await page.getByLabel('Description', { exact: true }).fill('It has just been lit.')
  await page.getByLabel('Genre', { exact: true }).selectOption('Mystery')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Book uploaded successfully')
  await page.goto(`${site.address}/admin/books`)
  await expect(row(page, 'The Newest Lamp')).toBeVisible()
  await page.close()
})

test('all fields of a book can be edited: texts, cover, file, premium with its end, featured; input survives a reload', async () => {
  const page = await open('/admin/books')
  await row(page, 'The Newest Lamp').getByTitle('Edit').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit book' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'About this book' })).toContainText('Perpetua')
  await page.getByLabel('Title', { exact: true }).fill('The Oldest Lamp')
  await page.getByLabel('Genre', { exact: true }).selectOption('Poetry')
  await page.reload()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The Oldest Lamp')
  await page.getByRole('radio', { name: 'Our series 1' }).check()
  await page.getByLabel('Choose another file').setInputFiles({
    name: 'old lamp.pdf',
    mimeType: 'application/pdf',
    buffer: await aPrintedPdf(['One', 'Two', 'Three']),
  })
  await page.getByLabel('Premium', { exact: true }).check()
  const end = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Premium until').fill(end)
  await page.getByLabel('Featured on the home page').check()
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The book is saved.' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The Oldest Lamp')
  await expect(page.getByLabel('Premium until')).toHaveValue(end)
  await expect(page.getByText('old_lamp.pdf')).toBeVisible()
  await expect(page.getByText('3 pages').first()).toBeVisible()
  await page.getByLabel('Premium until').fill('2001-01-01T10:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await alert(page, 'The end of premium must be in the future.')
  await page.getByLabel('Premium until').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The book is saved.' })).toBeVisible()
  await page.close()
})

test('a hidden book is listed with the others and marked, and its form has no broken cover', async () => {
  const { _id: id, title } = await aBook(author, { title: 'A Copied Lamp' }, site)
  const body = { reason: 'It was copied.', until: null }
  await apiOf(site, admin)(hideBook, { params: { id }, body })
  const page = await open('/admin/books')
  await expect(row(page, title).getByText('Hidden', { exact: true })).toHaveCount(1)
  await row(page, title).getByTitle('Edit').click()
  await expect(page.getByRole('radio', { name: 'Current cover' })).toBeChecked()
  await page.waitForLoadState('networkidle')
  const broken = page
    .locator('main img')
    .evaluateAll(
      (all) =>
        (all as HTMLImageElement[]).filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).length,
    )
  expect(await broken).toBe(0)
  await apiOf(site, admin)(deleteAdminBook, { params: { id } })
  await page.close()
})

test('an edit conflict of a book is shown to the second administrator, who keeps their input and can save again', async () => {
  const page = await open('/admin/books')
  await row(page, 'The Oldest Lamp').getByTitle('Edit').click()
  await page.getByLabel('Title', { exact: true }).fill('My Lamp')
  const id = page.url().split('/').at(-1) ?? ''
  const body = new FormData()
  body.set('title', 'Their Lamp')
  body.set('caption', 'Their words.')
  await apiOf(site, admin)(editAdminBook, { params: { id }, body })
  await page.getByRole('button', { name: 'Save' }).click()
  await alert(page, MEANWHILE)
  await expect(page.getByText('Now: Their Lamp')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My Lamp')
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Their words.')
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The book is saved.' })).toBeVisible()
  const { data } = await apiOf(site, admin)(getAdminBook, { params: { id } })
  expect(data).toMatchObject({ title: 'My Lamp', caption: 'Their words.' })
  await page.goto(`${site.address}/admin/books/edit/${crypto.randomUUID()}`)
  await alert(page, 'Book not found.')
  await page.close()
})

test('site settings are validated, saved, and persisted, each section by itself', async () => {
  const page = await open('/admin/site')
  const form = page.getByRole('form', { name: 'Site settings' })
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
  const turn = async (name: string) => {
    await sections.getByRole('link', { name, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `Site settings: ${name}` })).toBeFocused()
    await expect(sections.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  const save = async () => {
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByText('There are no changes to save.')).toBeVisible()
  }
  await form.getByLabel('Contact address').fill('nobody')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByLabel('Contact address')).toHaveAccessibleDescription(/Please enter an email address/)
  await turn('Books and authors')
  await expect(form.getByText('There are no changes to save.')).toBeVisible()
  await form.getByLabel('Maximum number of books').fill('many')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByLabel('Maximum number of books')).toHaveAccessibleDescription('This is a whole number.')
  await expectGoodLayout(page)
  await page.reload()
  await expect(form.getByLabel('Maximum number of books')).toHaveValue('many')
  await form.getByLabel('Maximum number of books').fill('40')
  await save()
  await turn('Access')
  await form.getByLabel('Open to everyone').check()
  await save()
  await expectGoodLayout(page)
  await page.goBack()
  await expect(form.getByLabel('Maximum number of books')).toHaveValue('40')
  await page.goto(`${site.address}/admin/site`)
  await expect(form.getByLabel('Contact address')).toHaveValue('nobody')
  await form.getByLabel('Contact address').fill('keeper@example.org')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The settings are saved.' })).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Contact address')).toHaveValue('keeper@example.org')
  await expect(form.getByText('There are no changes to save.')).toBeVisible()
  await expectGoodLayout(page)
  await page.goto(`${site.address}/admin/site/access`)
  await expect(form.getByLabel('Open to everyone')).toBeChecked()
  await page.goto(`${site.address}/admin/site/nothing`)
  await expect(page).toHaveURL(`${site.address}/admin/site`)
  await page.close()
})

test('an app is uploaded, invitations are created and withdrawn, and a site text is replaced', async () => {
  await apiOf(site, admin)(makeInvitation, { body: { note: 'For Ottoline' } })
  const page = await open('/admin/site/app')
  const file = (text: string) => ({
    name: 'app.apk',
    mimeType: 'application/vnd.android.package-archive',
    buffer: Buffer.from(text),
  })
  await page.getByLabel('APK file').setInputFiles(file('not a zip'))
  await alert(page, 'Please select an APK file')
  // Never answered.
  await page.route('**/api/admin/site/app-file', () => undefined)
  await page.getByLabel('APK file').setInputFiles(file('PK\x03\x04 AndroidManifest.xml'))
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.unroute('**/api/admin/site/app-file')
  await page.getByLabel('APK file').setInputFiles(file('PK\x03\x04 AndroidManifest.xml'))
  await expect(page.getByRole('link', { name: 'The current app file' })).toHaveAttribute('href', /^\/files\/app\//)
  const download = await open('/download')
  await sees(download, 'the download page', 'Download Now (APK)')
  await expect(download.getByRole('link', { name: 'Download Now (APK)' })).toHaveCount(2)
  await download.close()
  await page.goto(`${site.address}/admin/site/invitations`)
  const invitations = page.getByRole('region', { name: 'Invitations' })
  await invitations.getByLabel('For whom').fill('For Perpetua’s niece')
  await invitations.getByRole('button', { name: 'Create a code' }).click()
  const code = invitations.getByRole('listitem').filter({ hasText: 'For Perpetua’s niece' })
  await expect(code).toContainText('Not used yet')
  await code.getByRole('button', { name: /^Withdraw / }).click()
  await expect(code).toHaveCount(0)
  await expect(invitations.getByRole('listitem').filter({ hasText: 'For Ottoline' })).toBeVisible()
  await invitations.getByLabel('For whom').fill('Class 7b')
  await invitations.getByLabel('How many').fill('3')
  await invitations.getByRole('button', { name: 'Create a code' }).click()
  await expect(invitations.getByRole('listitem').filter({ hasText: 'Class 7b' })).toHaveCount(3)
  await expectGoodLayout(page)
  await invitations.getByRole('button', { name: 'Copy all unused links' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ links are copied\.$/ })).toBeVisible()
  await page.goto(`${site.address}/admin/site/texts`)
  await page.getByRole('textbox', { name: 'About' }).fill('# We lend books\n\nTo **everyone**.')
  await expect(page.getByRole('heading', { name: 'We lend books' })).toBeVisible()
  await page.getByRole('button', { name: 'Save About' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'About is saved.' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'About' })).toHaveValue('# We lend books\n\nTo **everyone**.')
  await page.close()
})

test('an invitation is copied without the clipboard API, as over plain HTTP', async () => {
  const page = await open('/admin/site/invitations')
  // The clipboard API exists in secure contexts only.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const invitations = page.getByRole('region', { name: 'Invitations' })
  const copy = invitations.getByRole('button', { name: /^Copy the link with / }).first()
  await copy.click()
  await expect(page.getByRole('status').filter({ hasText: /^The link with .* is copied\.$/ })).toBeVisible()
  await expect(copy).toBeFocused()
  const note = invitations.getByLabel('For whom')
  await note.click()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(note).toHaveValue(/\/auth\?sign-up=&invitation=[A-Z2-9]{10}$/)
  // If the fallback fails too, a message says what to do.
  await page.evaluate(() => (document.execCommand = () => false))
  await copy.click()
  await expect(page.getByRole('alert').filter({ hasText: /could not be copied/ })).toContainText(
    /invitation=[A-Z2-9]{10}/,
  )
  await page.close()
})

test('the audit log has all changes, the latest first, in pages', async () => {
  const page = await open('/admin/log')
  await expect(page.getByRole('row').nth(1)).toContainText('Perpetua changed the text of “About”')
  await expect(row(page, 'edited The Oldest Lamp').first()).toContainText('Their Lamp')
  await expectGoodLayout(page)
  const { data } = await apiOf(site, admin)(listAdminBooks, { query: { limit: 1 } })
  const params = { id: data[0]?._id ?? '' }
  // Enough entries to fill the first page.
  for (let entry = 0; entry < 20; entry += 1) {
    await apiOf(site, admin)(toggleFeatured, { params, body: { isFeatured: entry % 2 === 0 } })
  }
  await page.reload()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(row(page, 'changed the text of “About”')).toBeVisible()
  await page.close()
})

test('a webhook is added, turned off and removed; a private address is refused', async () => {
  const page = await open('/admin/site/webhooks')
  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  const url = webhooks.getByLabel('Address')
  await url.fill('https://10.0.0.7/hook')
  await webhooks.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(url).toHaveAccessibleDescription(/private network/)
  await url.fill('https://[2606:4700::1]/hook')
  await webhooks.getByRole('checkbox', { name: 'A published book is changed' }).uncheck()
  await webhooks.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(webhooks.getByRole('status')).toContainText(/whsec_[\w+/]+=/)
  const row = webhooks.getByRole('listitem').filter({ hasText: '2606:4700::1' })
  await expect(row).toContainText('A book is published · Something is reported')
  await row.getByText('Last messages').click()
  await expect(row).toContainText('Nothing has been sent yet.')
  await row.getByRole('button', { name: /^Turn off / }).click()
  await expect(row).toContainText('Turned off')
  await expectGoodLayout(page)
  await row.getByRole('button', { name: /^Remove / }).click()
  await expect(webhooks).toContainText('No webhooks yet.')
  await page.close()
})

test('a library is imported: what would happen, a genre corrected, the start and the report', async () => {
  const page = await open('/admin/import')
  const subject = '<dc:subject>Ghost tales</dc:subject>'
  const metadata = `<dc:title>An Imported Lamp</dc:title><dc:language>en</dc:language>${subject}`
  const buffer = aZip([
    { name: 'lamp.epub', data: anEpub({ metadata }) },
    { name: 'bad.pdf', data: 'no PDF' },
  ])
  await page.getByLabel('Archive').setInputFiles({ name: 'lamps.zip', mimeType: 'application/zip', buffer })
  await page.getByLabel('Email of the account that publishes').fill('nobody@example.org')
  await page.getByRole('button', { name: 'See what would happen' }).click()
  await expect(page.getByLabel('Email of the account that publishes')).toHaveAccessibleDescription(/no account/)
  await page.getByLabel('Email of the account that publishes').fill(admin.email)
  await page.getByRole('button', { name: 'See what would happen' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /lamps\.zip/ }) })
  await expect(row).toContainText('1 book would be imported', { timeout: 30_000 })
  await expect(row).toContainText('1 refused')
  await row.getByText('What is left out').click()
  await expect(row).toContainText('bad.pdf')
  await row.getByText('Genres for the tags').click()
  await row.getByLabel('Genre of “Ghost tales”').selectOption('Drama')
  await expectGoodLayout(page)
  await expectNoAxeFindings(page)
  await row.getByRole('button', { name: /^Start the import/ }).click()
  await expect(row).toContainText('1 book was imported', { timeout: 30_000 })
  const saved = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download the report/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^report-.*\.csv$/)
  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('No imports yet.')).toBeVisible()
  await page.close()
})

test('the upload of an import shows how far it is, and is cancelled', async () => {
  const page = await open('/admin/import')
  const archive = page.getByLabel('Archive')
  const buffer = aZip([{ name: 'bad.pdf', data: 'no PDF' }])
  await archive.setInputFiles({ name: 'slow.zip', mimeType: 'application/zip', buffer })
  await page.getByLabel('Email of the account that publishes').fill(admin.email)
  // Never answered.
  await page.route('**/api/admin/imports', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await page.getByRole('button', { name: 'See what would happen' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload cancelled. Nothing was imported')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  expect(await archive.evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe('slow.zip')
  await page.close()
})

test('the log speaks in sentences, and finds entries by person, book and kind', async () => {
  const { data } = await apiOf(site, admin)(listAdminBooks, { query: { query: titles[6] ?? '' } })
  const params = { id: data[0]?._id ?? '' }
  const title = data[0]?.title ?? ''
  const set = apiOf(site, admin)
  await set(toggleFeatured, { params, body: { isFeatured: true } })
  await set(toggleFeatured, { params, body: { isFeatured: false } })
  await set(togglePremium, { params, body: { isPremium: true } })
  await set(togglePremium, { params, body: { isPremium: false } })
  const page = await open('/admin/log')
  await page.getByRole('searchbox', { name: 'Search by person or book' }).fill(title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/query=/)
  await expect(page.locator('tbody td:first-child')).toHaveText([
    `Perpetua took ${title} out of premium`,
    `Perpetua made ${title} premium`,
    `Perpetua took ${title} out of Featured`,
    `Perpetua featured ${title}`,
  ])
  // No words of the database.
  await expect(page.getByRole('table')).not.toContainText(/isFeatured|isPremium|true|false|null|nothing/)
  await page.getByRole('searchbox').fill('ansel the second')
  await page.keyboard.press('Enter')
  await expect(page.locator('tbody td:first-child').first()).toHaveText(
    'Perpetua renamed Ansel the First to “Ansel the Second”',
  )
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/query=/)
  await expect(page.getByRole('button', { name: 'Clear the search' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'About' }).selectOption('Site settings')
  await expect(row(page, 'Perpetua changed “Library” in the site settings').first()).toContainText('Open to everyone')
  await expectGoodLayout(page)
  await page.getByRole('combobox', { name: 'About' }).selectOption('Comments')
  await expect(page.getByText('No entries found')).toBeVisible()
  await page.close()
})

test('the rail leads from each administration page to the others, and a bad book is deleted with three presses', async () => {
  const bad = await aBook(author, { title: 'A Bad Book' }, site)
  await apiOf(site, reader)(rateBook, { params: { id: bad._id }, body: { rating: 1 } })
  const page = await open(`/admin/books/edit/${bad._id}`)
  for (const path of [...PATHS, `/admin/books/edit/${bad._id}`]) {
    await turnTo(page, path)
    const rail = page.getByRole('navigation', { name: 'Administration' })
    await expect(rail.getByRole('link')).toHaveText([
      /^Dashboard/,
      'Books',
      'Users',
      /^Reports/,
      'Hidden',
      'Site',
      'Import',
      'Log',
    ])
    await expect(rail.locator('[aria-current=page]')).toHaveCount(1)
  }
  // The first press was the link to this page from the book's own page.
  await page.getByRole('button', { name: 'Delete this book' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete' })
  await expect(dialog).toContainText('Are you sure you want to delete "A Bad Book"? This action cannot be undone.')
  await expect(dialog).toContainText('Published by Ansel the Second')
  await expect(dialog).toContainText('Its 1 rating and 0 comments are deleted too.')
  await expectGoodLayout(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`${site.address}/admin/books`)
  await expect(page.getByRole('status').filter({ hasText: 'Book deleted successfully' })).toBeVisible()
  await expect(row(page, 'A Bad Book')).toHaveCount(0)
  await page.close()
})

test('the content begins below the logo at every width, and the rail is two rows of four on a phone', async () => {
  const page = await open('/admin')
  const main = page.getByRole('main')
  const rail = page.getByRole('navigation', { name: 'Administration' })
  for (const path of ['/admin', '/admin/books', '/moderation/reports', '/moderation/hidden']) {
    await turnTo(page, path)
    const full = main
      .getByRole('table')
      .or(main.getByText(/^(?:Total Users|No reports are waiting for you\.|Nothing is hidden\.)$/))
    await expect(full.first()).toBeVisible()
    for (const width of [360, 768, 1280, 1600, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const logo = await page.getByRole('banner').getByRole('link', { name: 'Quillhouse' }).boundingBox()
      const left = async () => (await rail.boundingBox())?.x
      await expect.poll(left, `${path} at ${width} px`).toBeCloseTo(logo?.x ?? 0, 0)
    }
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const tops = await rail.getByRole('link').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops).toHaveLength(8)
  expect(new Set(tops).size).toBe(2)
  expect(await rail.locator('ul').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  await page.close()
})

test('heads order the books both ways, a pasted address finds its book, and any page is reached', async () => {
  const page = await open('/admin/books')
  await page.setViewportSize({ width: 1600, height: 800 })
  const head = page.getByRole('columnheader', { name: 'Publisher' })
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/\?sort=publisher$/)
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText('Perpetua')
  const { data } = await apiOf(site, admin)(listAdminBooks, { query: { query: titles[6] ?? '' } })
  await page.getByRole('searchbox').fill(`https://books.example.org/read/${data[0]?._id}#page=2`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, titles[6] ?? '')).toBeVisible()
  await page.goto(`${site.address}/admin/books`)
  await page.getByLabel('Go to page').fill('99')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?page=2$/)
  await page.goto(`${site.address}/admin/books?genre=Poetry`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Genre' })).toHaveValue('Poetry')
  await page.close()
})

test('selected books are changed together, and those that fail are named and stay selected', async () => {
  const page = await open('/admin/books?sort=title')
  const bulk = page.getByRole('group', { name: 'Selected books' })
  const [first, second, third] = [titles[7] ?? '', titles[8] ?? '', titles[9] ?? '']
  for (const title of [first, second, third]) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await expect(bulk).toContainText('3 selected')
  await expectGoodLayout(page)
  await bulk.getByRole('button', { name: 'Feature', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 books are featured now.' })).toBeVisible()
  for (const title of [first, second, third]) await expect(row(page, title)).toContainText('Featured')
  await expect(bulk).not.toContainText('selected')

  for (const title of [first, second]) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await bulk.getByRole('combobox', { name: 'Genre of the selected books' }).selectOption('Poetry')
  await bulk.getByRole('button', { name: 'Set Genre' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 books have their new genre.' })).toBeVisible()
  for (const title of [first, second]) await expect(row(page, title)).toContainText('Poetry')

  for (const title of [first, second]) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  const { data } = await apiOf(site, admin)(listAdminBooks, { query: { query: second } })
  await apiOf(site, admin)(toggleFeatured, { params: { id: data[0]?._id ?? '' }, body: { isFeatured: false } })
  await bulk.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete' })
  await expect(dialog).toContainText('Are you sure you want to delete these 2 books? This action cannot be undone.')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expectGoodLayout(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await alert(page, '1 book was not changed')
  await alert(page, `${second}: Somebody else has changed this in the meantime.`)
  await expect(row(page, first)).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: `Select ${second}` })).toBeChecked()
  await expectGoodLayout(page)
  await page.close()
})

test('no genre breaks inside a word at any width', async () => {
  const { data } = await apiOf(site, admin)(listAdminBooks, { query: { limit: 20 } })
  const genres = ['Spirituality', 'Autobiography', 'Historical Fiction', 'Health & Wellness', 'Science Fiction']
  for (const [i, genre] of genres.entries()) {
    const body = new FormData()
    body.set('genre', genre)
    await apiOf(site, admin)(editAdminBook, { params: { id: data[i]?._id ?? '' }, body })
  }
  const page = await open('/admin/books')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const names: readonly string[] = GENRES
  for (const width of [320, 360, 640, 768, 992, 1000, 1060, 1100, 1240, 1250, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.evaluate(brokenWords, names), { message: `${width} px` }).toEqual([])
  }
  await page.close()
})

/** Runs in the page: the words of genres that are set in more than one line, and whether a genre is shown at all. */
const brokenWords = (genres: readonly string[]) => {
  const walker = document.createTreeWalker(document.querySelector('tbody') ?? document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  let shown = 0
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.textContent ?? ''
    if (!genres.some((genre) => text.includes(genre)) || !node.parentElement?.checkVisibility()) continue
    shown += 1
    for (const { 0: word, index } of text.matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  }
  return shown > 0 ? broken : ['no genre is shown']
}

test('the dashboard leads to the books without a file, and asks about the claims of a new site', async () => {
  const page = await open('/admin')
  const tasks = page.getByRole('region', { name: 'Pending tasks' })
  await expect(tasks).toContainText('Number of books: 10,000+')
  await expectGoodLayout(page)
  await tasks.getByRole('button', { name: 'Confirm: Number of books' }).click()
  await expect(tasks).not.toContainText('Number of books: 10,000+')
  await page.getByRole('link', { name: 'Change or clear: Social link' }).click()
  await expect(page.getByRole('textbox', { name: 'Social link' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Social link' }).fill('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The settings are saved.' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(tasks).toContainText('App rating')
  await expect(tasks).not.toContainText('Social link')
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups).toContainText('This library makes no backups by itself.')

  await page.route('**/api/admin/dashboard-stats', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = (await answer.json()) as { data: { waiting: object } }
    const damaged = { damagedFiles: 1, damagedBooks: [{ _id: randomUUID(), title: 'The Moonstone' }] }
    const guessedAt = '2026-11-20T09:30:00.000Z'
    const waiting = { ...data.waiting, ...damaged, guessedAt, booksWithoutFile: 2 }
    const backup = {
      place: '/mnt/backups/of-the-library-at-the-mill',
      isLate: true,
      last: { at: '2026-11-17T03:00:00.000Z', bytes: 1_300_000_000, files: 812, isEncrypted: true },
      fault: { at: guessedAt, text: 'ENOSPC: no space left on device, write' },
    }
    await route.fulfill({
      json: { ...rest, data: { ...data, waiting, backup, address: { url: 'http://192.0.2.7:3000', isSet: false } } },
    })
  })
  await page.reload()
  await expect(tasks).toContainText('Somebody is guessing passwords')
  await expect(tasks).toContainText(/On 20 Nov 2026, 09:30 there were many more wrong passwords/)
  await expect(tasks).toContainText('2 books without a file')
  await expect(tasks).toContainText('Their files are missing.')
  await expect(tasks).toContainText('1 damaged file')
  await expect(tasks).toContainText('On 20 Nov 2026, 09:30: ENOSPC: no space left on device, write')
  await expect(backups).toContainText('17 Nov 2026, 03:00: 1.2 GB with 812 files, verified, in /mnt/backups')
  await expect(tasks.getByRole('link', { name: 'The Moonstone' })).toBeVisible()
  await expect(tasks).toContainText('PUBLIC_URL is not set')
  await expect(tasks).toContainText('http://192.0.2.7:3000')
  await tasks.getByText('Restore from a backup').click()
  await expect(tasks).toContainText('Copy the missing ones')
  await expectGoodLayout(page)
  await tasks.getByRole('link', { name: 'See the list' }).click()
  await expect(page).toHaveURL(/\/admin\/books\?file=missing$/)
  await expect(page.getByText('No books found')).toBeVisible()
  await page.close()
})

test('a site text begins with the text that comes with the site, and goes back to it', async () => {
  const page = await open('/admin/site/texts')
  await expect(page.getByRole('textbox', { name: 'About' })).toHaveValue(/We lend books/)
  await page.getByRole('radio', { name: 'Terms' }).check()
  const terms = page.getByRole('textbox', { name: 'Terms' })
  await expect(terms).toHaveValue(/^# Terms\n\n[\s\S]*You must be at least 13 years old/)
  await expect(page.getByRole('form', { name: 'Terms' })).toContainText('There are no changes to save.')
  const preview = page.getByRole('region', { name: 'Preview' })
  await terms.fill(`${await terms.inputValue()}\n\n## Cats\n\nThey may stay.`)
  await expect(preview.getByRole('heading', { name: 'Cats' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Terms' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Terms is saved.' })).toBeVisible()
  await page.reload()
  await page.getByRole('radio', { name: 'Terms' }).check()
  await expect(terms).toHaveValue(/They may stay\.$/)
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Go back to the text that comes with the site' }).click()
  await expect(terms).not.toHaveValue(/Cats/)
  await page.getByRole('button', { name: 'Save Terms' }).click()
  await expect.poll(async () => (await apiOf(site)(getSiteText, { params: { page: 'terms' } })).text).toBe('')
  await page.close()
})

test('visitors see the changed settings: site name, text, contact, open library, registration', async ({ browser }) => {
  const page = await open('/admin/site')
  const form = page.getByRole('form', { name: 'Site settings' })
  await form.getByLabel('Name of the site').fill('Fenn & Daughters')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The settings are saved.' })).toBeVisible()
  await expect(page).toHaveTitle('Site settings · Fenn & Daughters')
  await page.goto(`${site.address}/admin/site/access`)
  await form.getByLabel('By invitation').check()
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByText('There are no changes to save.')).toBeVisible()

  const visitors = await browserOf(browser, undefined, site)
  await collectPageErrors(visitors, pageErrors)
  const visit = await open('/about', visitors)
  await expect(visit).toHaveTitle('We lend books · Fenn & Daughters')
  await expect(visit.getByRole('heading', { level: 1, name: 'We lend books' })).toBeVisible()
  await expect(visit.getByRole('banner').getByRole('link', { name: 'Fenn & Daughters' })).toBeVisible()
  await visit.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Contact' }).click()
  await expect(visit.getByRole('link', { name: 'keeper@example.org' })).toBeInViewport()
  await expectGoodLayout(visit)
  await visit.getByRole('link', { name: 'Terms' }).first().click()
  await expect(visit).toHaveTitle('Terms · Fenn & Daughters')

  await visit.goto(`${site.address}/library`)
  await visit.getByRole('link', { name: 'My Lamp' }).first().click()
  await expect(visit).toHaveURL(/\/books\/[\da-f-]{36}$/)
  await expect(visit.getByRole('heading', { level: 1, name: 'My Lamp' })).toBeVisible()

  await one.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.address })
  await page.goto(`${site.address}/admin/site/invitations`)
  const code = page.getByRole('listitem').filter({ hasText: 'For Ottoline' })
  await code.getByRole('button', { name: /^Copy the link with / }).click()
  await expect(page.getByRole('status').filter({ hasText: /^The link with .* is copied\.$/ })).toBeVisible()
  const niece = newcomer('Ottoline')
  await visit.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await visit.getByRole('link', { name: /^Reader/ }).click()
  const invitation = visit.getByLabel('Invitation code')
  await expect(invitation).toHaveValue(/^[A-Z2-9]{10}$/)
  const given = await invitation.inputValue()
  await visit.getByLabel('Full name').fill(niece.username)
  await visit.getByLabel('Email').fill(niece.email)
  await visit.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await visit.getByLabel('Confirm password').fill(PASSWORD)
  await invitation.fill('AAAAA AAAAA')
  await visit.getByRole('button', { name: 'Sign Up' }).click()
  await expect(invitation).toHaveAccessibleDescription(/This code is unknown or has already been used\./)
  await invitation.fill(given)
  await visit.getByRole('button', { name: 'Sign Up' }).click()
  await expect(visit.getByRole('dialog', { name: 'Account created successfully' })).toBeVisible()
  expect((await mailTo(niece.email, 1, site.dataDir)).subject).toBe('Verify your email for Fenn & Daughters')
  await page.reload()
  await expect(code).toContainText(`Used by ${niece.username}`)

  await visit.goto(`${site.address}/auth?sign-up=reader`)
  await expect(visit.getByLabel('Invitation code')).toBeVisible()
  await apiOf(site, admin)(updateSiteSettings, { body: { registration: 'closed', libraryAccess: 'members' } })
  await visit.getByLabel('Full name').fill('Too Late')
  await visit.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await visit.getByLabel('Confirm password').fill(PASSWORD)
  await visit.getByLabel('Email').fill('too.late@example.org')
  await visit.getByLabel('Invitation code').fill(given)
  await visit.getByRole('button', { name: 'Sign Up' }).click()
  await expect(visit.getByText('This library takes no new accounts at the moment.')).toBeVisible()
  await expect(visit.getByRole('textbox')).toHaveCount(0)
  await visit.goto(`${site.address}/library`)
  await expect(visit).toHaveURL(`${site.address}/auth?next=%2Flibrary`)
  await visit.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(visit.getByRole('link', { name: 'My Lamp' }).first()).toBeVisible()
  await visit.goto(`${site.address}/profile`)
  await expect(visit.getByText('This library takes no new accounts at the moment.')).toBeVisible()
  await Promise.all([page.close(), visitors.close()])
})

test('on a phone the tables are lists with rows of 88 px, and a menu has the actions', async () => {
  const page = await open('/admin/books')
  await page.setViewportSize({ width: 360, height: 740 })
  const newest = row(page, 'My Lamp')
  const actions = newest.getByRole('button', { name: 'Actions: My Lamp' })
  await actions.waitFor()
  await expect.poll(() => heightOf(newest)).toBeLessThanOrEqual(89)
  await expect(newest).toContainText('Ida Fenn · Publisher: Perpetua')
  for (const target of [actions, newest.getByRole('cell').first()]) {
    const box = await target.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  }
  await actions.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'View Details',
    'Remove Premium Status',
    'Feature this Book',
    'Edit',
    'Delete',
  ])
  await expectNoAxeFindings(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${site.address}/admin/users`)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => heightOf(row(page, ADMIN.email))).toBeLessThanOrEqual(89)
  await row(page, ADMIN.email).getByTitle('Edit').click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expectGoodLayout(page)
  await page.close()
})

const heightOf = async (element: Locator) => (await element.boundingBox())?.height

test('an ended session redirects to the login page; Logout goes to the home page', async ({ browser }) => {
  const context = await browserOf(browser, { ...admin, token: 'a'.repeat(43) }, site)
  const page = await open('/admin/books', context)
  await expect(page).toHaveURL(`${site.address}/auth?next=%2Fadmin%2Fbooks`)
  await context.close()
  const { token } = await apiOf(site)(login, { body: { email: ADMIN.email, password: PASSWORD } })
  const loggingOut = await browserOf(browser, { ...admin, token }, site)
  const dashboard = await open('/admin', loggingOut)
  await dashboard.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(dashboard).toHaveURL(`${site.address}/`)
  await expect(dashboard.getByRole('link', { name: 'Login/Sign Up' }).first()).toBeVisible()
  await loggingOut.close()
})

test('every literal text of the specification that belongs to this file was seen', expectAllSeen)
