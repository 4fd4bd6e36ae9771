import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { createGuest } from '#contract/accounts.ts'
import { viewBook } from '#contract/books.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, aPerson, apiOf, browserOf, sharedPerson, theSite, untilDayIsLongEnough } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

test('an author sees how a book is read, as lines by keyboard, as tables and as a file', async ({ browser }) => {
  await untilDayIsLongEnough()
  const [author, reader] = await Promise.all([aPerson('author'), sharedPerson('reader')])
  const book = await aBook(author, { title: 'The Salt Road', author: author.username })
  const params = { id: book._id }
  for (let i = 0; i < 5; i++) {
    const { token } = await apiOf(theSite())(createGuest)
    const guest = apiOf(theSite(), { ...reader, token })
    await guest(viewBook, { params })
    const device = { id: randomUUID(), name: 'Phone' }
    await guest(savePosition, { params, body: { device, page: i === 0 ? 1 : 2, step: 1, seen: 0 } })
    await guest(rateBook, { params, body: { rating: 4 } })
  }

  const reading = await browserOf(browser, reader)
  const readerErrors = await collectPageErrors(reading)
  const bookPage = await reading.newPage()
  await bookPage.goto(`/books/${book._id}`, { referer: 'https://blog.example/salt?name=rosa' })
  const isOf = (path: RegExp) => (answer: { url: () => string }) => path.test(answer.url())
  // Answers, as a view that the end of the tab cuts off is not counted.
  const viewed = reading.waitForEvent('response', isOf(/\/view/))
  const placed = reading.waitForEvent('response', isOf(/\/position/))
  await bookPage.getByRole('link', { name: 'Read Now' }).click()
  const view = await viewed
  expect([new URL(view.url()).search, view.ok()]).toEqual(['?from=blog.example', true])
  await placed
  expect(readerErrors).toEqual([])
  await reading.close()

  const context = await browserOf(browser, author)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Figures of all your books' })).toBeVisible()
  await expect(async () => {
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Figures of The Salt Road' }).click()
    const opened = page.getByRole('slider', { name: 'Opened, by day' })
    await expect(opened).toBeVisible()
    await expect(opened).toHaveAttribute('aria-valuetext', /: 6 opened$/, { timeout: 1500 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'The Salt Road' })).toHaveAttribute('href', `/books/${book._id}/edit`)
  const short = page.getByRole('region', { name: 'Overview' })
  await expect(short).toContainText('Read to the end4')
  await expect(short).toContainText('Average stars4.0')
  await expectGoodLayout(page)

  const line = page.getByRole('slider', { name: 'Readers, by day' })
  await line.focus()
  await expect(line).toHaveAttribute('aria-valuetext', /new readers, 4 read to the end$/)
  await page.keyboard.press('ArrowLeft')
  await expect(line).toHaveAttribute('aria-valuenow', '26')
  await expect(line).toHaveAttribute('aria-valuetext', / – new readers/)
  await page.keyboard.press('Home')
  await expect(line).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('End')
  await expect(line).toHaveAttribute('aria-valuenow', '27')

  const tables = page.getByText('Show as table')
  await tables.first().press('Enter')
  await expect(page.getByRole('table', { name: 'Readers, by day' }).getByRole('row')).toHaveCount(29)
  await tables.last().press('Enter')
  const reach = page.getByRole('table', { name: 'How far readers got' })
  await expect(reach.getByRole('row')).toHaveCount(3)
  await expect(reach).toContainText(/1\s*[56]\s*2\s*Fewer than 5/)
  await expect(page.getByRole('region', { name: 'Where readers came from' })).toContainText('fewer than 51')
  await expectGoodLayout(page)

  const answers = Promise.withResolvers<void>()
  await page.route(/\/api\/.*period=year/, async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'A year' }).click()
  await expect(page).toHaveURL(/period=year/)
  await expect(page.locator('[aria-busy]').filter({ has: short })).toContainText('None in the 28 days before')
  answers.resolve()
  await expect(short).toContainText('None in the year before')
  await expect(line).toHaveAttribute('aria-valuemax', '364')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('The Salt Road - figures.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^\u{FEFF}?Day,Opened,New readers,Read to the end,Downloads,Ratings,Average stars\r\n/u)
  expect(text).toMatch(/\r\n\d{4}-\d\d-\d\d,6,\d,4,0,5,4\.0\r\n/)
  expect(text).toContain('Fewer than 5')

  await page.goto('/profile/figures')
  await expect(page.getByText('All your books together')).toBeVisible()
  await expect(short).toContainText('Read to the end4')
  await expectGoodLayout(page)
  expect(pageErrors).toEqual([])
  await context.close()
})
