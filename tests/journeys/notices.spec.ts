import { type Browser, type Page, expect, test } from '@playwright/test'
import { addComment } from '#contract/comments.ts'
import { listNotices } from '#contract/notices.ts'
import { mailTo } from '#tests/outbox.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, aPerson, apiOf, browserOf, type Person, theSite } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

let author: Person
let reader: Person
let page: Page
let pageErrors: string[] = []

test.describe.configure({ mode: 'serial' })

const openAs = async (browser: Browser, person: Person) => {
  const context = await browserOf(browser, person)
  pageErrors = await collectPageErrors(context, pageErrors)
  return context.newPage()
}

test.beforeAll(async ({ browser }) => {
  ;[author, reader] = await Promise.all([aPerson('author'), aPerson('reader')])
  await aBook(author, { title: 'A Lamp at Low Tide', author: author.username, genre: 'Poetry' })
  page = await openAs(browser, reader)
})
test.afterAll(async () => {
  expect(pageErrors).toEqual([])
  await page.context().close()
})

const toast = (text: string) => expect(page.getByText(text)).toBeVisible()

test('a reader follows an author with the keyboard, and chooses mails', async () => {
  await page.goto(`/authors/${encodeURIComponent(author.username)}`)
  const button = page.getByRole('button', { name: `Follow ${author.username}` })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(button).not.toHaveAttribute('aria-busy')
  await button.focus()
  await page.keyboard.press('Enter')
  await toast(`You follow ${author.username}. You are told in your notices.`)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expectGoodLayout(page)
  await page.goto('/library/Poetry')
  await page.getByRole('button', { name: 'Follow Poetry' }).click()
  await toast('You follow Poetry. You are told in your notices.')
  await expectGoodLayout(page)

  await page.goto('/profile/notices')
  await expect(page.getByRole('link', { name: author.username, exact: true })).toBeVisible()
  await page.getByLabel('A new book by an author you follow').selectOption('Also by mail, at once')
  await toast('Saved.')
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Stop following Poetry' }).click()
  await expect(page.getByRole('link', { name: 'Poetry', exact: true })).toBeHidden()
})

test('the next book is a notice at the bell and a mail, whose link stops the mails', async () => {
  const book = await aBook(author, { title: 'The Second Lamp', author: author.username })
  const mail = await mailTo(reader.email, 2, theSite().dataDir)
  expect(mail.subject).toBe(`${author.username} has published “The Second Lamp”`)
  await page.goto('/')
  await page.getByRole('link', { name: 'Notices, 1 unread' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: `${author.username} has published` })).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('link', { name: 'The Second Lamp' }).click()
  await expect(page).toHaveURL(`/books/${book._id}`)
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()

  const link = /\S+\/auth\/stop-notices\S+/.exec(mail.text)?.[0] ?? ''
  await page.goto(link)
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByText('These mails are stopped.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByLabel('A new book by an author you follow')).toHaveValue('inbox')
})

test('an author finds the comments on the own book, and marks all as read', async ({ browser }) => {
  const own = await aBook(author, { title: 'The Third Lamp', author: author.username })
  await apiOf(theSite(), reader)(addComment, { params: { id: own._id }, body: { text: 'It burns brightly.' } })
  await page.context().close()
  page = await openAs(browser, author)
  const told = async () => (await apiOf(theSite(), author)(listNotices, { query: {} })).length
  await expect.poll(told).toBe(1)
  await page.goto('/notices')
  await expect(page.getByText('1 new comment on your book')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('link', { name: 'Notices', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await page.goto(`/authors/${encodeURIComponent(author.username)}`)
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
})
