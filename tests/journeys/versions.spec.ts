import { expect, test } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { editBook, publishBook } from '#contract/publishing.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { apiOf, browserOf, sharedPerson, theSite } from './people.ts'

const NIGHTS = Array.from({ length: 30 }, (_, at) =>
  Array.from(
    { length: 10 },
    (_, line) => `On night ${at + 1} boat ${at * 37 + line * 11} passed the lamp ${line + 1} times.`,
  ),
)
const FOREWORD = Array.from({ length: 3 }, (_, at) => [
  `A foreword to the second edition, leaf ${at + 1}, about the lamps.`,
])

const pdfOf = async (pages: string[][]) => {
  const pdf = await PDFDocument.create()
  for (const lines of pages) {
    const page = pdf.addPage([400, 600])
    lines.forEach((line, at) => page.drawText(line, { x: 30, y: 540 - at * 40, size: 12 }))
  }
  return new Blob([Buffer.from(await pdf.save())])
}

const aBook = async (title: string) => {
  const form = new FormData()
  const words = { title, author: 'Ida Fenn', caption: 'Thirty nights.', genre: 'Mystery', cover: 'series' }
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  form.set('pdfFile', await pdfOf(NIGHTS), 'log.pdf')
  return (await apiOf(theSite(), await sharedPerson('author'))(publishBook, { body: form })).book._id
}

test('a reader on page 12 is told of a new version, goes on in the old one, and is at the same words in the new one', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const id = await aBook('The Lamp Log')
  const context = await browserOf(browser, reader)
  const page = await context.newPage()
  const at = page.getByLabel('Page', { exact: true })
  const goTo = async (number: number) => {
    const saved = page.waitForResponse(
      (response) => response.ok() && response.request().postDataJSON()?.page === number,
    )
    await at.fill(String(number))
    await at.press('Enter')
    await saved
  }
  const words = (text: string) => page.locator('.textLayer').getByText(text)
  await page.goto(`/read/${id}`)
  // Only an open book can be moved in.
  await expect(words('On night 1 boat 0 passed')).toBeVisible()
  await goTo(12)
  await expect(words('On night 12 boat 407 passed')).toBeVisible()

  const form = new FormData()
  form.set('pdfFile', await pdfOf([...FOREWORD, ...NIGHTS]), 'log.pdf')
  form.set('changeNote', 'A foreword')
  await apiOf(theSite(), author)(editBook, { params: { id }, body: form })
  await goTo(13)
  const notice = page.getByRole('region', { name: 'New version: A foreword' })
  await expect(notice).toBeVisible()
  await expect(words('On night 13 boat 444 passed')).toBeVisible()
  await notice.getByRole('button', { name: 'Open the new version' }).click()
  await expect(words('On night 13 boat 444 passed')).toBeVisible()
  await expect(at).toHaveValue('16')
  await expect(page.getByRole('region', { name: 'New version' })).toBeHidden()
  await context.close()
})

test('an author replaces the file with a line of what changed, goes back to the first one and removes the second', async ({
  browser,
}) => {
  const author = await sharedPerson('author')
  const id = await aBook('The Author’s Log')
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 700 })
  const open = async () => {
    await page.goto(`/books/${id}/edit`)
    await page.locator('summary').filter({ hasText: 'Versions' }).click()
  }
  await page.goto(`/books/${id}/edit`)
  const buffer = Buffer.from(await (await pdfOf([...FOREWORD, ...NIGHTS])).arrayBuffer())
  await page
    .locator('input[type=file][name=pdfFile]')
    .setInputFiles({ name: 'log.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('textbox', { name: 'What changed' }).fill('A foreword')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(`**/books/${id}`)
  await open()
  const versions = page.getByRole('listitem').filter({ hasText: /^Version/ })
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('A foreword')
  await expect(versions.first()).toContainText('3 pages more')
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Go back to version 1' }).click()
  await expect(versions.first()).toContainText('The file of version 1')
  await page.getByRole('button', { name: 'Remove version 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(versions).toHaveCount(2)
  await expect(page.getByText('Version 2', { exact: true })).toBeHidden()
  await context.close()
})
