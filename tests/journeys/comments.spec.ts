import { expect, test } from '@playwright/test'
import { getUserDetails } from '#contract/accounts.ts'
import { COMMENTS_AT_ONCE } from '#contract/comments.ts'
import { aBook, apiOf, browserOf, theSite, sharedPerson } from './people.ts'

const TOTAL = 150

test('after posting a comment, More comments still shows every other comment', async ({ browser }) => {
  const [reader, author] = await Promise.all([sharedPerson('reader'), sharedPerson('author')])
  const book = await aBook(author, { title: 'A Hundred and Fifty Voices' })
  const { user } = await apiOf(theSite(), reader)(getUserDetails)
  const commentAt = (index: number, text = `Comment ${index + 1}`) => ({
    _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    text,
    createdAt: new Date().toISOString(),
    user: text.startsWith('Mine') ? user : null,
  })
  const comments = Array.from({ length: TOTAL }, (_, index) => commentAt(index))
  const context = await browserOf(browser, reader)
  const page = await context.newPage()
  await page.route(`**/api/books/${book._id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), commentCount: comments.length } })
  })
  // The comments that the server would list and add; posting 150 real ones would run into the rate limit.
  await page.route(`**/api/books/${book._id}/comments*`, (route) => {
    const request = route.request()
    if (request.method() === 'POST') {
      const { text } = request.postDataJSON() as { text: string }
      const comment = commentAt(comments.length, text)
      comments.push(comment)
      return route.fulfill({ status: 201, json: { comment } })
    }
    const after = new URL(request.url()).searchParams.get('after') ?? ''
    return route.fulfill({ json: comments.filter(({ _id }) => _id > after).slice(0, COMMENTS_AT_ONCE) })
  })
  // The page is opened in the browser, so that the comments come through the routes above.
  await page.goto('/library')
  await page.getByRole('link', { name: 'A Hundred and Fifty Voices' }).first().click()
  const list = page.getByRole('region', { name: /^Comments/ })
  await expect(list.getByText('Comment 100', { exact: true })).toBeVisible()
  await list.getByRole('textbox', { name: 'Add a comment' }).fill('Mine is the last.')
  await list.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(list.getByText('Mine is the last.')).toBeVisible()
  await list.getByRole('button', { name: 'More comments' }).click()
  await expect(list.getByText('Comment 150', { exact: true })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(TOTAL + 1)
  await expect(list.getByRole('listitem').last()).toContainText('Mine is the last.')
  await expect(list.getByRole('button', { name: 'More comments' })).toHaveCount(0)
  await context.close()
})
