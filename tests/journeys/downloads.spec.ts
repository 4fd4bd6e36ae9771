import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { getBookFile } from '#contract/books.ts'
import { getOwnBook } from '#contract/publishing.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
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
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible()
  await moreButton(page).click()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /download/)

  const context = await browserOf(browser, reader)
  const pageErrors = await collectPageErrors(context)
  const tab = await context.newPage()
  await tab.setViewportSize({ width: 320, height: 800 })
  await tab.goto(`/books/${id}`)
  await expect(tab.getByText('Reading here only')).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Want to read', exact: true })).toBeVisible()
  await expect(tab.getByRole('button', { name: /^Download/ })).toHaveCount(0)
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

test('an author also offers an EPUB made from the pages of a PDF, which a reader saves from the page of the book', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const { _id: id } = await aBook(author, { title: 'Kept and Carried' })
  const params = { id }
  const own = async () => (await apiOf(theSite(), author)(getOwnBook, { params })).pageEpub
  await expect.poll(own, { timeout: 120_000 }).toBe('possible')
  const desk = await browserOf(browser, author)
  const page = await desk.newPage()
  await page.goto(`/books/${id}/edit`)
  await untilHydrated(page)
  await page.getByText('More about the book').click()
  const choice = page.getByRole('checkbox', { name: 'Also offer an EPUB made from its pages' })
  await expect(choice).not.toBeChecked()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('It is made once you save this')).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/books/${id}`)
  await expect.poll(own, { timeout: 120_000 }).toBe('made')

  const context = await browserOf(browser, reader)
  const tab = await context.newPage()
  await tab.goto(`/books/${id}`)
  const save = tab.getByRole('button', { name: 'Download EPUB (made from its pages)' })
  await expect(save).toBeVisible()
  await expectGoodLayout(tab)
  const original = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download PDF · 0.1 MB' }).press('Enter')
  expect((await original).suggestedFilename()).toBe('Kept_and_Carried_-_Ida_Fenn.pdf')
  const saved = tab.waitForEvent('download')
  await save.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toBe('Kept_and_Carried_-_Ida_Fenn.epub')
  const { manifest, chapters } = await ingest(await readFile(await file.path()))
  expect(manifest.metadata.title).toBe('Kept and Carried')
  expect(manifest.pageList.map(({ label }) => label)).toEqual(['1', '2'])
  expect(chapters.at(-1)?.text).toContain('The first page')
  const forKobo = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download KEPUB' }).press('Enter')
  expect((await forKobo).suggestedFilename()).toBe('Kept_and_Carried_-_Ida_Fenn.kepub.epub')
  await tab.goto(`/read/${id}`)
  await expect(tab.getByRole('region', { name: /^Page 1 of/ })).toBeVisible()
  await moreButton(tab).click()
  await expect(tab.getByRole('link', { name: 'Download EPUB (made from its pages)' })).toHaveAttribute('href', /epub/)
  await expect(tab.getByRole('link', { name: 'Download KEPUB (for Kobo)' })).toHaveAttribute('href', /kepub/)
  await expectNoAxeFindings(tab)
  await Promise.all([desk.close(), context.close()])
})
