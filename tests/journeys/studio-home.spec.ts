import { expect, test } from '@playwright/test'
import { addComment } from '#contract/comments.ts'
import { beginDraft } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

test('an author sees the week, reads new comments, hides one and says something on the author’s page', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([aPerson('author'), sharedPerson('reader')])
  const book = await aBook(author, { title: 'The Salt Road', author: author.username })
  await apiOf(theSite(), reader)(addComment, { params: { id: book._id }, body: { text: 'It ends too soon.' } })
  const context = await browserOf(browser, author)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()

  await page.goto('/profile')
  const week = page.getByRole('region', { name: 'The last seven days' })
  await expect(week.getByText('0 in the seven days before')).toHaveCount(3)
  await expectGoodLayout(page)
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my works' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('quillhouse-works.zip')
  await expectGoodLayout(page)
  await page.goBack()
  await page.getByRole('link', { name: '1 new comment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Comments on your books' })).toBeFocused()
  const comment = page.getByRole('listitem').filter({ hasText: 'It ends too soon.' })
  await expect(comment.getByText('New', { exact: true })).toBeVisible()
  await expect(comment.getByRole('link', { name: 'The Salt Road' })).toHaveAttribute('href', `/books/${book._id}`)
  await expectGoodLayout(page)
  await comment.getByRole('button', { name: `More about the comment by ${reader.username}` }).click()
  await page.getByRole('menuitem', { name: 'Hide comment' }).click()
  await page.getByLabel('Reason').fill('It tells the end.')
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Nobody has commented on your books yet.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Comments on your books' })).toBeVisible()

  await page.getByRole('link', { name: 'Your author’s page' }).click()
  await page.getByLabel('About you').fill('Of salt and roads.')
  await page.getByLabel('Links').fill('http://example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Links')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Links').fill('https://example.org/salt')
  const stored = page.waitForResponse((one) => one.request().method() === 'PUT' && one.ok())
  await page.getByRole('button', { name: 'Save' }).click()
  await stored
  await expectGoodLayout(page)
  await page.getByRole('link', { name: 'See your page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: author.username })).toBeVisible()
  await expect(page.getByText('Of salt and roads.')).toBeVisible()
  expect(pageErrors).toEqual([])
  await context.close()
})

test('an author deletes the last draft of those that are chosen, and sees the other books again', async ({
  browser,
}) => {
  const author = await aPerson('author')
  await aBook(author, { title: 'The Salt Ledger', author: author.username })
  await apiOf(theSite(), author)(beginDraft, { body: aBookForm({ title: '' }) })
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await expect(page.getByRole('link', { name: 'The Salt Ledger', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete Untitled draft' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('"Untitled draft"')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'The Salt Ledger', exact: true })).toBeVisible()
  await context.close()
})
