import { expect, test } from '@playwright/test'
import { rateBook } from '#contract/ratings.ts'
import { aBook, aPerson, apiOf, browserOf, theSite, sharedPerson } from './people.ts'
import { AWAY } from './served.ts'
import { collectPageErrors } from './watched-page.ts'
import { expectGoodLayout } from './good-layout.ts'

/** More than the three lines that a card has for it. */
const SECOND = 'The Second of Two, or What the Tide Left on the Stairs Below the Third of Its Lines'

test('a book’s page shows more books by its author and books that readers also liked', async ({ page, context }) => {
  const pageErrors = await collectPageErrors(context)
  const [author, reader] = await Promise.all([aPerson('author'), sharedPerson('reader')])
  const hand = `Ida ${author.username}`
  const [first, loved] = [
    await aBook(author, { title: 'The First of Two', author: hand, genre: 'Humor' }),
    await aBook(author, { title: 'Liked Beside It', genre: 'Travel' }),
  ]
  await aBook(author, { title: SECOND, author: hand, genre: 'Humor' })
  for (const { _id: id } of [first, loved])
    await apiOf(theSite(), reader)(rateBook, { params: { id }, body: { rating: 5 } })

  await page.goto(`/books/${first._id}`)
  const byAuthor = page.getByRole('region', { name: 'More by this author' })
  const alsoLiked = page.getByRole('region', { name: 'Readers also liked' })
  await expect(byAuthor.getByRole('heading', { level: 3 })).toHaveText([SECOND])
  await expect(alsoLiked.getByRole('heading', { level: 3, name: 'Liked Beside It' })).toBeVisible()
  await expectGoodLayout(page)

  await byAuthor.getByRole('link', { name: SECOND }).click()
  await expect(page.getByRole('heading', { level: 1, name: SECOND })).toBeVisible()
  await expect(byAuthor.getByRole('heading', { level: 3 })).toHaveText(['The First of Two'])
  expect(pageErrors).toEqual([])
})

test('without related books there are no shelves, and if loading fails there is a Retry', async ({ browser }) => {
  const author = await aPerson('author')
  const book = await aBook(author, { title: 'Alone', author: `Only ${author.username}`, genre: 'Autobiography' })
  const context = await browserOf(browser, await sharedPerson('reader'))
  const page = await context.newPage()
  await page.route('**/api/books/*/related', (route) => route.fulfill(AWAY))
  await page.goto(`/book/${book._id}`)
  const shelves = page.getByRole('region', { name: /^(?:More|Readers)/ })
  await expect(shelves.getByRole('alert')).toContainText('Failed to load more books. Please try again later.')
  await page.unroute('**/api/books/*/related')
  await shelves.getByRole('button', { name: 'Retry' }).click()
  await expect(shelves).toHaveCount(0)
  await context.close()
})
