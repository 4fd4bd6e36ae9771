import { expect, test } from '@playwright/test'
import { getBookFile } from '#contract/books.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { moreButton } from './reader-bar.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

test.use({ serviceWorkers: 'allow' })

test('an author offers a book for reading here only, and readers read and keep it but save no file', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const { _id: id } = await aBook(author, { title: 'Kept Within' })
  const desk = await browserOf(browser, author)
  const page = await desk.newPage()
  await page.goto(`/books/${id}/edit`)
  await untilHydrated(page)
  await page.getByText('More about the book').click()
  const downloads = page.getByLabel('Downloads')
  await expect(downloads).toHaveAccessibleDescription(/This does not stop somebody who is determined\.$/)
  await downloads.focus()
  await page.keyboard.press('ArrowDown')
  await expect(downloads).toHaveValue('none')
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoAxeFindings(page)
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/books/${id}`)
  await page.goto(`/read/${id}`)
  await moreButton(page).click()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /download/)

  const context = await browserOf(browser, reader)
  const pageErrors = await collectPageErrors(context)
  const tab = await context.newPage()
  await tab.setViewportSize({ width: 320, height: 800 })
  await tab.goto(`/books/${id}`)
  await expect(tab.getByText('Reading here only')).toBeVisible()
  await expectGoodLayout(tab)
  await tab.getByRole('button', { name: 'Keep for reading offline' }).click()
  await expect(tab.getByText('The book is kept on this device.')).toBeVisible({ timeout: 30_000 })
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline)
    await tab.goto(`/read/${id}`)
    await expect(tab.getByRole('region', { name: /^Page 1 of/ })).toBeVisible({ timeout: 15_000 })
    await moreButton(tab).click()
    await expect(tab.getByRole('button', { name: /^Keys/ })).toBeVisible()
    await expect(tab.getByRole('link', { name: 'Download' })).toHaveCount(0)
    await expect(tab.getByRole('link', { name: 'Open the file' })).toHaveCount(0)
    if (!isOffline) await expectNoAxeFindings(tab)
  }
  await context.setOffline(false)
  // A browser's own viewer would offer to save it.
  const { url } = await apiOf(theSite(), reader)(getBookFile, { params: { id } })
  expect((await tab.goto(url))?.status()).toBe(403)
  expect(pageErrors.filter((error) => !error.endsWith('net::ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await Promise.all([desk.close(), context.close()])
})
