import { expect, test } from '@playwright/test'
import { beginDraft, setBookState } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aPerson, apiOf, browserOf, theSite } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

test('an author names one co-author and asks two accounts, of whom one agrees and one declines', async ({
  browser,
}) => {
  const [author, friend, stranger] = await Promise.all([aPerson('author'), aPerson('reader'), aPerson('reader')])
  const api = apiOf(theSite(), author)
  const draft = await api(beginDraft, { body: aBookForm({ title: 'Three Hands', author: 'Ansel Rook' }) })
  const { _id: id } = draft.book
  const context = await browserOf(browser, author)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()

  await page.goto(`/books/${id}/edit`)
  await page.locator('summary', { hasText: 'Co-authors' }).click()
  const field = page.getByLabel('Name or username')
  await field.fill('Ida Fenn')
  await page.getByRole('button', { name: 'Add the name only' }).click()
  const list = page.getByRole('list', { name: 'The co-authors of this book, in their order' })
  await expect(list.getByRole('listitem')).toHaveText([/Ida Fenn.*A name without an account/])
  await expect(field).toBeFocused()
  await field.fill('nobody of this name')
  await field.press('Enter')
  await expect(page.getByText('There is no such account.')).toBeVisible()
  for (const { username } of [stranger, friend]) {
    await field.fill(username)
    await field.press('Enter')
    await expect(list.getByText(username, { exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: `Move ${friend.username} up` }).click()
  await expect(list.getByRole('listitem').nth(1)).toHaveText(new RegExp(`${friend.username}.*Asked, no answer yet`))
  await expectGoodLayout(page)

  // Who is asked may be no author: the profile says what the book is.
  const friends = await browserOf(browser, friend)
  const friendsErrors = await collectPageErrors(friends)
  const profile = await friends.newPage()
  await profile.goto('/profile')
  const questions = profile.getByRole('region', { name: 'You are asked to be a co-author' })
  await expect(questions.getByRole('heading', { name: 'Three Hands' })).toBeVisible()
  await expect(questions.getByText(`${author.username} asks you.`)).toBeVisible()
  await expectGoodLayout(profile)
  await questions.getByRole('button', { name: 'Agree to be a co-author of Three Hands' }).press('Enter')
  await expect(profile.getByText('You are a co-author of Three Hands.')).toBeVisible()
  await expect(profile.getByRole('heading', { name: 'Your books' })).toBeFocused()
  const others = profile.getByRole('region', { name: 'With others' })
  await expect(others.getByText('With Ansel Rook')).toBeVisible()
  await expect(others.getByText('Draft', { exact: true })).toBeVisible()
  await expectGoodLayout(profile)
  await others.getByRole('link', { name: 'Three Hands', exact: true }).click()
  await expect(profile.getByText('Nobody but its authors sees it now.')).toBeVisible()
  await expect(profile.getByText(`by Ansel Rook, Ida Fenn and ${friend.username}`)).toBeVisible()
  await profile.locator('summary', { hasText: 'Versions' }).click()
  await expect(profile.getByText('Version 1')).toBeVisible()
  await expectGoodLayout(profile)
  await profile.goto(`/books/${id}/edit`)
  await expect(profile.getByText('Only the author who published this book can change it.')).toBeVisible()

  const strangers = await browserOf(browser, stranger)
  const refusal = await strangers.newPage()
  await refusal.goto('/profile')
  await refusal.getByRole('button', { name: 'Decline to be a co-author of Three Hands' }).click()
  await expect(refusal.getByText('You declined.')).toBeVisible()
  await expect(refusal.getByRole('region', { name: 'You are asked to be a co-author' })).toHaveCount(0)
  await strangers.close()

  await page.reload()
  await page.locator('summary', { hasText: 'Co-authors' }).click()
  await expect(list.getByText('Agreed', { exact: true })).toBeVisible()
  await expect(list.getByRole('listitem').filter({ hasText: stranger.username })).toContainText('Declined')
  await api(setBookState, { params: { id }, body: { state: 'published' } })

  await page.goto(`/books/${id}`)
  await expect(page.getByText(`by Ansel Rook, Ida Fenn and ${friend.username}`)).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('link', { name: friend.username }).click()
  await expect(page.getByRole('heading', { level: 1, name: friend.username })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'With others' }).getByRole('link', { name: 'Three Hands' }),
  ).toBeVisible()
  await expectGoodLayout(page)

  await profile.goto('/profile')
  await others.getByRole('button', { name: 'Leave Three Hands' }).click()
  // A message that came before the end of the dialog would be gone with it before a screen reader has read it.
  const left = profile.getByText('You are no longer a co-author of Three Hands.')
  let saidEarly: boolean | undefined
  await profile.route('**/api/co-authorships', async (route) => {
    saidEarly ??= await left.isVisible()
    await route.continue()
  })
  await profile.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(left).toBeVisible()
  expect(saidEarly).toBe(false)
  await expect(others).toHaveCount(0)
  await page.goto(`/books/${id}`)
  await expect(page.getByText('by Ansel Rook and Ida Fenn')).toBeVisible()
  expect([...pageErrors, ...friendsErrors]).toEqual([])
  await Promise.all([context.close(), friends.close()])
})
