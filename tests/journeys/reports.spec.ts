import { type Browser, type BrowserContext, type Page, expect, test } from '@playwright/test'
import { addComment } from '#contract/comments.ts'
import { publishBook } from '#contract/publishing.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { startTestCluster } from '#server/testing/test-database.ts'
import { returnBooks } from '#server/reports/return-books.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { freePort } from '#tests/free-port.ts'
import { expectGoodLayout } from './good-layout.ts'
import { browserOf } from './people.ts'
import { pressInMore } from './reader-bar.ts'
import { collectPageErrors } from './watched-page.ts'

const DAY_MS = 24 * 3_600_000

let cluster: Awaited<ReturnType<typeof startTestCluster>>
/** In this process, so that its clock can be moved. */
let site: TestSite
let address: string
const contexts: BrowserContext[] = []
const pageErrors: string[] = []

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  cluster = await startTestCluster()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  site = await openTestSite({ cluster: cluster.config, pages: true, env: { PUBLIC_URL: address } })
  await site.startJobs()
  await site.app.listen({ port, host: '127.0.0.1' })
})
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  expect(pageErrors.splice(0)).toEqual([])
})
test.afterAll(async () => {
  await site.close()
  await cluster.stop()
})

const openAs = async (browser: Browser, person: Person | undefined, path: string) => {
  const context = await browserOf(browser, person, { address, dataDir: '' })
  contexts.push(context)
  await collectPageErrors(context, pageErrors)
  const page = await context.newPage()
  await page.goto(address + path)
  return page
}

/** The number of forms whose words wait in this tab to be sent. */
const unsent = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsent:')).length)

/** An open dialog, in both colour schemes. */
const expectAccessible = async (page: Page) => {
  await expectNoAxeFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectEnoughContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a reader reports a comment, a moderator hides it in two presses, its writer answers, and it is shown again', async ({
  browser,
}) => {
  const [author, writer, reader, moderator] = await Promise.all([
    site.anAuthor({ username: 'Ansel Gray' }),
    site.aReader({ username: 'Wilma Inkwell' }),
    site.aReader({ username: 'Rosa Lind' }),
    site.aModerator({ username: 'Perpetua' }),
  ])
  const { _id: id } = await site.aBook(author, { title: 'The Tidewater Clock' })
  await site.api(writer)(addComment, { params: { id }, body: { text: 'Buy my almanac at a good price' } })

  const reading = await openAs(browser, reader, `/books/${id}`)
  await reading.getByRole('button', { name: 'More about the comment by Wilma Inkwell' }).click()
  await reading.getByRole('menuitem', { name: 'Report comment' }).click()
  const dialog = reading.getByRole('dialog', { name: 'Report this comment' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expectAccessible(reading)
  await dialog.getByLabel('Reason').selectOption('spam')
  await dialog.getByLabel('What is wrong?').fill('It is an advertisement.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(reading.getByRole('status').getByText('Thank you.')).toBeVisible()

  const queue = await openAs(browser, moderator, '/')
  await queue.getByRole('button', { name: 'Profile: Perpetua' }).click()
  await queue.getByRole('menuitem', { name: 'Moderation' }).click()
  const row = queue.getByRole('article', { name: 'The Tidewater Clock' })
  await expect(row).toContainText('Buy my almanac at a good price')
  // A page that was decided whole leads to the last one that has reports.
  await queue.goto(`${address}/moderation/reports?page=2`)
  await expect(queue).not.toHaveURL(/page=2/)
  await expect(row).toContainText('It is an advertisement.')
  await row.getByText('Evidence and history').click()
  await expect(row).toContainText('Rosa Lind: Spam or advertising')
  await expectGoodLayout(queue)
  await row.getByRole('button', { name: 'Hide' }).click()
  const decide = queue.getByRole('dialog', { name: 'Hide this' })
  await expectAccessible(queue)
  const words = decide.getByRole('textbox')
  await words.fill('It only sells an almanac.')
  await queue.route('**/api/moderation/reports/*/decisions', (route) => route.abort(), { times: 1 })
  await decide.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect.poll(() => pageErrors.join()).toContain('net::ERR_FAILED')
  pageErrors.splice(0)
  await expect(decide.getByRole('button', { name: 'Hide', exact: true })).toBeEnabled()
  await expect(decide.getByRole('alert')).toContainText('The decision could not be stored.')
  await expect(words).toHaveValue('It only sells an almanac.')
  await decide.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(queue.getByText('No reports are waiting for you.')).toBeVisible()
  const anybody = await openAs(browser, undefined, `/books/${id}`)
  await expect(anybody.getByRole('heading', { name: /^Comments/ })).toContainText('0')
  await expect(anybody.getByText('Buy my almanac')).toHaveCount(0)

  const { link } = await site.post.mailTo(writer.email)
  const profile = await openAs(browser, writer, new URL(link).pathname + new URL(link).hash)
  await profile.getByRole('button', { name: 'Answer about Comment on “The Tidewater Clock”' }).click()
  await expectAccessible(profile)
  const answer = profile.getByRole('dialog', { name: 'Your answer' })
  const known = answer.getByLabel('What should the moderators know?')
  await known.fill('The almanac is free, and I wrote it.')
  await profile.keyboard.press('Escape')
  await expect(answer).toHaveCount(0)
  await profile.reload()
  await profile.getByRole('button', { name: 'Answer about Comment on “The Tidewater Clock”' }).click()
  await expect(known).toHaveValue('The almanac is free, and I wrote it.')
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(profile.getByText('Your answer is waiting for a moderator')).toBeVisible()
  expect(await unsent(profile)).toBe(0)
  await expectGoodLayout(profile)

  await queue.reload()
  await expect(row).toContainText('Answered')
  await row.getByText('Evidence and history').click()
  await expect(row).toContainText('The almanac is free, and I wrote it.')
  await row.getByRole('button', { name: 'Show again' }).click()
  await expect(queue.getByText('No reports are waiting for you.')).toBeVisible()
  await anybody.reload()
  await expect(anybody.getByText('Buy my almanac at a good price')).toBeVisible()
  await queue.getByRole('link', { name: 'Decided' }).click()
  await expect(row).toContainText('Shown again')
  await expectAccessible(queue)
})

test('a notice of copyright, the hiding, the counter-notice, the waiting time and the return', async ({ browser }) => {
  const [author, admin] = await Promise.all([site.anAuthor({ username: 'Ida Fenn' }), site.anAdmin()])
  const { _id: id } = await site.aBook(author, { title: 'The Copied Almanac' })

  const notice = await openAs(browser, undefined, '/copyright')
  await notice.getByRole('button', { name: 'Send notice' }).click()
  await expect(notice.getByRole('link', { name: /under penalty of perjury/ })).toBeVisible()
  await expectGoodLayout(notice)
  await notice.getByLabel('Address of the book’s page').fill(`${address}/books/${id}`)
  await notice.getByLabel('Which work of yours was copied?').fill('The Almanac, 2019.')
  await notice.getByLabel('Where in the book is it?').fill('All of it.')
  await notice.getByLabel('Your full name').fill('Clara Mant')
  await notice.getByLabel('Email').fill('clara@example.org')
  await notice.getByLabel('Postal address').fill('1 Mill Lane')
  await notice.reload()
  await expect(notice.getByLabel('Address of the book’s page')).toHaveValue(`${address}/books/${id}`)
  await expect(notice.getByLabel('Which work of yours was copied?')).toHaveValue('The Almanac, 2019.')
  await expect(notice.getByLabel('Where in the book is it?')).toHaveValue('All of it.')
  await expect(notice.getByLabel('Your full name')).toHaveValue('Clara Mant')
  await expect(notice.getByLabel('Email')).toHaveValue('clara@example.org')
  await expect(notice.getByLabel('Postal address')).toHaveValue('1 Mill Lane')
  await notice.getByLabel('I believe in good faith').check()
  await notice.getByLabel('Under penalty of perjury').check()
  await notice.getByLabel('Signature').fill('Clara Mant')
  await notice.getByRole('button', { name: 'Send notice' }).click()
  await expect(notice.getByText('We have your notice')).toBeVisible()
  await notice.reload()
  await expect(notice.getByLabel('Your full name')).toHaveValue('')

  const queue = await openAs(browser, admin, '/moderation/reports')
  const row = queue.getByRole('article', { name: 'The Copied Almanac' })
  await expect(row).toContainText('Notice of copyright')
  await expect(row.getByRole('img', { name: 'Cover of The Copied Almanac when it was reported' })).toBeVisible()
  await expect(row.getByRole('img', { name: 'Page 1 when it was reported' })).toBeVisible()
  await expectAccessible(queue)
  await row.getByRole('button', { name: 'Hide' }).click()
  await queue.getByRole('dialog').getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(queue.getByText('No reports are waiting for you.')).toBeVisible()

  const profile = await openAs(browser, author, '/profile/reports')
  await expect(profile.getByText('Clara Mant says that it copies: The Almanac, 2019.')).toBeVisible()
  await profile.getByRole('button', { name: 'Send a counter-notice' }).click()
  const counter = profile.getByRole('dialog', { name: 'Counter-notice' })
  await counter.getByLabel('Why may you publish this book?').fill('I wrote it in 2018.')
  await counter.getByLabel('Your full name').fill('Ida Fenn')
  await counter.getByLabel('Email').fill('ida@example.org')
  await counter.getByLabel('Postal address').fill('2 Mill Lane')
  await profile.keyboard.press('Escape')
  await expect(counter).toHaveCount(0)
  await profile.reload()
  await profile.getByRole('button', { name: 'Send a counter-notice' }).click()
  await expect(counter.getByLabel('Why may you publish this book?')).toHaveValue('I wrote it in 2018.')
  await expect(counter.getByLabel('Your full name')).toHaveValue('Ida Fenn')
  await expect(counter.getByLabel('Email')).toHaveValue('ida@example.org')
  await expect(counter.getByLabel('Postal address')).toHaveValue('2 Mill Lane')
  await counter.getByLabel('Under penalty of perjury').check()
  await counter.getByLabel('Signature').fill('Ida Fenn')
  await counter.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(counter.getByRole('link', { name: /accept the courts/ })).toBeVisible()
  await expectAccessible(profile)
  await counter.getByLabel('I accept the courts').check()
  await counter.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(profile.getByText(/^It is shown again on/)).toBeVisible()
  expect(await unsent(profile)).toBe(0)

  const { link } = await site.post.mailTo('clara@example.org', 3)
  const claimant = await openAs(browser, undefined, new URL(link).pathname + new URL(link).search)
  await expect(claimant.getByText('I wrote it in 2018.')).toBeVisible()
  await expect(claimant.getByRole('button', { name: 'I have gone to court' })).toBeVisible()
  await expectGoodLayout(claimant)
  await claimant.getByRole('textbox').fill('The court of the mill.')
  await claimant.reload()
  await expect(claimant.getByRole('textbox')).toHaveValue('The court of the mill.')

  site.skip(13 * DAY_MS)
  await returnBooks(site.services)
  const anybody = await openAs(browser, undefined, `/books/${id}`)
  await expect(anybody.getByRole('heading', { name: 'The Copied Almanac' })).toHaveCount(0)
  site.skip(1.1 * DAY_MS)
  await returnBooks(site.services)
  await anybody.reload()
  await expect(anybody.getByRole('heading', { name: 'The Copied Almanac' })).toBeVisible()
  expect((await site.post.mailTo('clara@example.org', 4)).text).toContain('shown again')

  const figures = await openAs(browser, undefined, '/transparency')
  await expect(figures.getByRole('row', { name: /Copied without permission/ }).first()).toBeVisible()
  await expectGoodLayout(figures)
})

test('a reader reports the page that is open, and a dismissal is undone with one press', async ({ browser }) => {
  const [author, reader, moderator] = await Promise.all([site.anAuthor(), site.aReader(), site.aModerator()])
  const { _id: id } = await site.aBook(author, { title: 'The Blank Pages' })
  const reading = await openAs(browser, reader, `/read/${id}#page=2`)
  await expect(reading.getByRole('region', { name: /^Page 2 of/ })).toBeVisible()
  await pressInMore(reading, 'Report this page')
  const dialog = reading.getByRole('dialog', { name: 'Report this book' })
  await dialog.getByLabel('Reason').selectOption('misleading')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(reading.getByRole('status').getByText('Thank you.')).toBeVisible()

  const queue = await openAs(browser, moderator, '/moderation/reports')
  const row = queue.getByRole('article', { name: 'The Blank Pages' })
  await expect(row.getByRole('img', { name: 'Page 2 when it was reported' })).toBeVisible()
  await row.getByRole('button', { name: 'Dismiss' }).click()
  await expect(row).toHaveCount(0)
  await queue.getByRole('link', { name: 'Decided' }).click()
  await row.getByRole('button', { name: 'Undo' }).click()
  await queue.getByRole('link', { name: 'Longest waiting' }).click()
  await expect(row.getByRole('button', { name: 'Dismiss' })).toBeVisible()
})

test('a report from an EPUB names the words on the screen, and the moderator opens the reader there', async ({
  browser,
}) => {
  const [author, reader, moderator] = await Promise.all([site.anAuthor(), site.aReader(), site.aModerator()])
  const paragraphs = Array.from({ length: 40 }, (_, n) => `<p>Night ${n + 1}. ${'The lamp was lit. '.repeat(20)}</p>`)
  const epub = anEpub({ chapters: { one: paragraphs.join(''), two: '<h1>The Ferry</h1><p>Vile words.</p>' } })
  const body = anEpubForm(epub, { title: 'The Vile Ferry' })
  const { book } = await site.api(author)(publishBook, { body })
  const reading = await openAs(browser, reader, `/read/${book._id}#page=${book.pageCount}`)
  await expect(reading.frameLocator('iframe:visible').getByText('Vile words.')).toBeInViewport()
  await pressInMore(reading, 'Report this page')
  const dialog = reading.getByRole('dialog', { name: 'Report this book' })
  await expect(dialog.getByText('“The Ferry Vile words.”')).toBeVisible()
  await dialog.getByLabel('Reason').selectOption('hate')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(reading.getByRole('status').getByText('Thank you.')).toBeVisible()

  const queue = await openAs(browser, moderator, '/moderation/reports')
  const row = queue.getByRole('article', { name: 'The Vile Ferry' })
  await row.getByText('Evidence and history').click()
  await row.getByRole('link', { name: `Open page ${book.pageCount}: “The Ferry Vile words.”` }).click()
  await expect(queue.frameLocator('iframe:visible').getByText('Vile words.')).toBeInViewport()
})
