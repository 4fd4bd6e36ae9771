import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aDocx, heading, noteMark, paragraph, picture, run } from '#server/formats/epub/manuscript/testing-docx.ts'
import { TEXT_BOX } from '#server/formats/epub/manuscript/testing-manuscripts.ts'
import { PNG } from '#server/testing/book-form.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { browserOf, sharedPerson } from './people.ts'
import { moreButton } from './reader-bar.ts'
import { untilHydrated } from './served.ts'
import { uploadFormOf } from './upload-form.ts'

const PROSE = 'Every dusk the lamplighter went from the harbour to the hill. '.repeat(12)

const manuscript = aDocx({
  core: '<dc:title>The Lamp Log</dc:title><dc:creator>Ida Fenn</dc:creator><dc:description>Nights at sea.</dc:description>',
  media: { 'a.png': PNG },
  footnotes: { 1: paragraph('Oil, not gas.') },
  body:
    heading('Dusk') +
    paragraph(run('The lamps') + noteMark('footnote', 1) + run(' were lit.')) +
    paragraph(picture('a.png', 'A lamp')) +
    paragraph(TEXT_BOX + run(PROSE)) +
    `<w:p><w:ins w:id="1" w:author="Ida">${run('Inserted words.')}</w:ins></w:p>` +
    heading('Dawn') +
    paragraph(PROSE),
})

test('a Word file becomes a book that is read on a phone and downloaded, and its author gets the file back', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  await form.pdf.setInputFiles({ name: 'lamp log.docx', mimeType: '', buffer: manuscript })
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await expect(form.title).toHaveValue('The Lamp Log')
  await expect(form.author).toHaveValue('Ida Fenn')
  await expect(form.caption).toHaveValue('Nights at sea.')
  await expect(page.getByText('2 things in it are changed or left out')).toBeVisible()
  await expect(page.getByText('1 text box (in “Dusk”) was put into the text')).toBeVisible()
  await expectGoodLayout(page)
  await expectNoAxeFindings(page)
  await form.genre.selectOption('Mystery')
  await form.upload.click()
  await expect(form.done.getByText('2 things in it are changed or left out')).toBeVisible()
  await form.done.getByRole('link', { name: 'See the book' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Lamp Log' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1)

  await page.goto(`/books/${id}/edit`)
  await untilHydrated(page)
  await page.getByText('Earlier files of this book').click()
  const own = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download lamp_log.docx' }).press('Enter')
  expect((await readFile(await (await own).path())).equals(manuscript)).toBe(true)
  await context.close()

  const phone = await browserOf(browser, reader)
  const read = await phone.newPage()
  await read.setViewportSize({ width: 390, height: 780 })
  await read.goto(`/read/${id}`)
  const book = read.frameLocator('iframe[title="Text of the book"]:visible')
  await expect(book.getByRole('heading', { name: 'The Lamp Log' })).toBeInViewport()
  await expectNoAxeFindings(read)
  await read.getByRole('button', { name: 'Contents' }).click()
  await read.getByRole('navigation', { name: 'Contents' }).getByRole('button', { name: 'Dusk' }).click()
  await expect(book.getByRole('heading', { name: 'Dusk' })).toBeInViewport()
  await expect(book.getByRole('img', { name: 'A lamp' })).toBeVisible()
  await expect(book.getByText('In the box.')).toBeVisible()
  await moreButton(read).click()
  const saved = read.waitForEvent('download')
  await read.getByRole('link', { name: 'Download', exact: true }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('The_Lamp_Log_-_Ida_Fenn.epub')
  const { manifest } = await ingest(await readFile(await file.path()))
  expect(manifest.contents.map(({ label }) => label)).toEqual(['Dusk', 'Dawn'])
  expect(manifest.findings).toEqual([])
  await phone.close()
})

test('a draft of a Word file is previewed: what is changed in it with its places, its contents, and its text', async ({
  browser,
}) => {
  const context = await browserOf(browser, await sharedPerson('author'))
  const page = await context.newPage()
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  const file = { name: 'lamp log.docx', mimeType: '', buffer: manuscript }
  await form.pdf.setInputFiles(file)
  await expect(form.title).toHaveValue('The Lamp Log')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your draft' })).toBeVisible()
  await form.pdf.setInputFiles(file)
  await expect(page.getByText('1 text box (in “Dusk”) was put into the text').first()).toBeVisible()
  await expect(page.getByText('1 tracked insertion (in “Dusk”) was accepted').first()).toBeVisible()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByText('This is what readers will see.')).toBeVisible()
  await page.getByRole('link', { name: /^Read Now/ }).evaluate((link) => link.removeAttribute('target'))
  await page.getByRole('link', { name: /^Read Now/ }).press('Enter')
  const book = page.frameLocator('iframe[title="Text of the book"]:visible')
  await expect(book.getByRole('heading', { name: 'The Lamp Log' })).toBeInViewport()
  await page.getByRole('button', { name: 'Contents' }).click()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.getByRole('button', { name: 'Dusk' })).toBeVisible()
  await contents.getByRole('button', { name: 'Dawn' }).click()
  await expect(book.getByRole('heading', { name: 'Dawn' })).toBeInViewport()
  await context.close()
})

const FLAVOURED = [
  '% The Ferry Ledger\n% Anna Quay\n\n# Dedication {.unnumbered}\n\nFor my sister.\n\n# Chapter One {#one}\n\n',
  'Published words. %% ask the editor about this %% More words, {{< note >}} and 10^5^.\n\n## The ford\n\nText.\n',
].join('')

test('a Markdown file shows its contents, its findings with their lines, and both sides where they differ', async ({
  browser,
}) => {
  const context = await browserOf(browser, await sharedPerson('author'))
  const page = await context.newPage()
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  await form.pdf.setInputFiles({ name: 'ledger.md', mimeType: '', buffer: Buffer.from(FLAVOURED) })
  await expect(form.title).toHaveValue('The Ferry Ledger')
  await expect(page.getByText('“{{< note >}} and 10” (line 10)')).toBeVisible()
  const contents = page.locator('details').filter({ hasText: 'Contents of the book: 3 entries' })
  await contents.getByText('Contents of the book').focus()
  await page.keyboard.press('Enter')
  await expect(contents.getByRole('listitem')).toHaveText(['Dedication', 'Chapter One', 'The ford'])
  const differences = page.locator('details').filter({ hasText: /places? where the words of your file/ })
  await differences.getByText('where the words of your file').press('Enter')
  const private_ = differences
    .getByRole('listitem')
    .filter({ hasText: 'After “' })
    .filter({ hasText: 'ask the editor about this' })
  await expect(private_.getByRole('definition')).toHaveText(['ask the editor about this', 'nothing'])
  await expectGoodLayout(page)
  await context.close()
})
