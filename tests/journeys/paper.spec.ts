import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { publishBook } from '#contract/publishing.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { untilHydrated } from './served.ts'

test('an author has an EPUB set for paper and looks at it, and a reader saves it from the page of the book', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const epub = anEpub({ chapters: { one: '<h1>Dusk</h1><p>The lamps were lit one by one.</p>' } })
  const { book } = await apiOf(theSite(), author)(publishBook, { body: anEpubForm(epub, { title: 'Set and Bound' }) })
  const desk = await browserOf(browser, author)
  const page = await desk.newPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`/books/${book._id}/edit`)
  await untilHydrated(page)
  await page.getByText('PDF for paper').click()
  await page.getByLabel('Size of the paper').selectOption('pocket')
  await page.getByRole('checkbox', { name: 'Readers may download it' }).press('Space')
  await page.getByRole('button', { name: 'Make the PDF' }).press('Enter')
  await expect(page.getByText('It is being made.')).toBeVisible()
  await expect(page.getByText('It is made. It is made again when the book changes.')).toBeVisible({ timeout: 60_000 })
  await expectNoAxeFindings(page)
  await expectGoodLayout(page)
  const look = page.getByRole('link', { name: 'Look through the pages' })
  const shown = await desk.request.get((await look.getAttribute('href')) ?? '')
  expect(shown.headers()).toMatchObject({ 'content-type': 'application/pdf' })
  expect(shown.headers()['content-disposition']).toMatch(/^inline/)

  const context = await browserOf(browser, reader)
  const tab = await context.newPage()
  await tab.goto(`/books/${book._id}`)
  const saved = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download PDF for paper' }).press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^Set_and_Bound_.*\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expectGoodLayout(tab)

  await page.getByRole('button', { name: 'Remove the PDF' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Make the PDF' })).toBeVisible()
  await tab.reload()
  await expect(tab.getByRole('button', { name: 'Download PDF for paper' })).toHaveCount(0)
  await Promise.all([desk.close(), context.close()])
})
