import { expect, test } from '@playwright/test'
import { updateAuthorPage } from '#contract/authors.ts'
import { editBook } from '#contract/publishing.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

const NUMBERS = ['One', 'Two', 'Three']

test('three books of a series are read one after the other, and their author has a page', async ({ browser }) => {
  const [author, reader] = await Promise.all([aPerson('author'), sharedPerson('reader')])
  const { username: name } = author
  const api = apiOf(theSite(), author)
  const ids: string[] = []
  for (const [i, number] of NUMBERS.entries()) {
    const { _id: id } = await aBook(author, { title: `Tides ${number}`, author: name })
    const form = new FormData()
    form.set('series', 'The Tides')
    form.set('seriesNumber', `${i + 1}`)
    await api(editBook, { params: { id }, body: form })
    ids.push(id)
  }
  await api(updateAuthorPage, { body: { about: 'Of harbours.', links: ['https://example.org/tides'] } })

  const context = await browserOf(browser, reader)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()
  await page.goto(`/read/${ids[0]}`)
  for (const number of NUMBERS.slice(1)) {
    const next = page.getByRole('article').getByRole('region', { name: 'Next in the series' })
    await expect(next.getByRole('heading', { name: `Tides ${number}` })).toBeVisible()
    await next.getByRole('link', { name: 'Read the next book' }).click()
    await expect(page).toHaveURL(new RegExp(ids[NUMBERS.indexOf(number)] ?? ''))
  }
  await expect(page.getByRole('article', { name: 'Tides Three' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next in the series' })).toHaveCount(0)

  await page.goto(`/books/${ids[0]}`)
  await untilHydrated(page)
  await page.getByRole('link', { name: 'The Tides, 1' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Tides' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(NUMBERS.map((number) => `Tides ${number}`))
  await expectGoodLayout(page)

  const title = page.getByRole('link', { name: 'Tides Two' })
  await title.focus()
  await page.keyboard.press('Tab')
  const toAuthor = page.getByRole('listitem').filter({ has: title }).getByRole('link', { name })
  await expect(toAuthor).toBeFocused()
  await toAuthor.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Of harbours.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'example.org/tides' })).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(page.getByRole('region', { name: 'Series: The Tides' }).getByRole('listitem')).toHaveCount(3)
  await expectGoodLayout(page)
  expect(pageErrors).toEqual([])
  await context.close()
})
