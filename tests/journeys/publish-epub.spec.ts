import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { listOwnBooks } from '#contract/publishing.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { expectGoodLayout } from './good-layout.ts'
import { apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { untilHydrated } from './served.ts'
import { uploadFormOf } from './upload-form.ts'

const metadata =
  '<dc:title>The Lamp Room</dc:title><dc:creator>Ida Fenn</dc:creator><dc:language>en</dc:language>' +
  '<dc:description>Every dusk somebody has to light the lamps.</dc:description><dc:date>1931</dc:date>' +
  '<dc:subject>Lamps</dc:subject><meta name="calibre:series" content="Coast"/><meta name="calibre:series_index" content="2"/>'

const anEpubWithCover = async () =>
  anEpub({
    metadata,
    chapters: { one: `<h1>Dusk</h1><p>${'The lamps were lit. '.repeat(300)}</p><script>alert(1)</script>` },
    files: {
      'cover.png': {
        type: 'image/png',
        properties: 'cover-image',
        data: await sharp({ create: { width: 400, height: 600, channels: 3, background: '#7a1020' } })
          .png()
          .toBuffer(),
      },
    },
  })

test('an EPUB fills in the form, its author is told what is left out, and its page names the format', async ({
  browser,
}) => {
  const author = await sharedPerson('author')
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  const epub = await anEpubWithCover()
  await form.author.fill('Typed by hand')
  await form.pdf.setInputFiles({ name: 'lamp.epub', mimeType: 'application/epub+zip', buffer: epub })
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await expect(form.title).toHaveValue('The Lamp Room')
  await expect(form.author).toHaveValue('Typed by hand')
  await expect(form.caption).toHaveValue('Every dusk somebody has to light the lamps.')
  await page.getByText('More about the book').click()
  for (const [name, value] of Object.entries({ series: 'Coast', seriesNumber: '2', year: '1931', tags: 'Lamps' }))
    await expect(page.locator(`[name="${name}"]`)).toHaveValue(value)
  await expect(page.getByText(/^0\.1 MB of at most 10 MB · about 4 pages$/)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Cover in the file' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'First page' })).toHaveCount(0)
  const findings = page.getByText('One thing in it is left out of what readers see')
  await expect(findings).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'script' })).toBeVisible()
  await page.getByText('One thing in it could be better').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'no table of contents' })).toBeVisible()
  await page.getByLabel('By publishing you declare that this book is').selectOption('free')
  await expectGoodLayout(page)
  await expectNoAxeFindings(page)

  await form.genre.selectOption('Mystery')
  await form.upload.click()
  await expect(form.done).toBeVisible()
  await expect(form.done.getByText('One thing in it is left out of what readers see')).toBeVisible()
  await form.done.getByRole('link', { name: 'See the book' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Lamp Room' })).toBeVisible()
  await expect(page.getByText('EPUB · 0.1 MB')).toBeVisible()
  await expect(page.getByText('about 4', { exact: true })).toBeVisible()
  const accessibility = page.getByRole('region', { name: 'Accessibility' })
  await expect(accessibility).toContainText('As stated by the publisher of this file.')
  const [book] = await apiOf(theSite(), author)(listOwnBooks)
  expect(book).toMatchObject({ format: 'epub', imageColor: expect.stringMatching(/^#7/) })

  await page.goto(`/books/${book?._id}/edit`)
  await expect(page.getByText('The current EPUB')).toBeVisible()
  await page.getByRole('radio', { name: 'Cover in the file' }).check({ force: true })
  await form.pdf.setInputFiles({ name: 'lamp.pdf', mimeType: 'application/pdf', buffer: aPdf() })
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Current cover' })).toBeChecked()
  await expect(page.getByText(/Your declaration for the file, on .*: free to publish/)).toBeVisible()
  await expect(page.getByLabel('By saving you declare that the new file is')).toHaveValue('free')
  await expect(page.getByText('2 things in it could be better')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^PDF · /)).toBeVisible()
  await expect(accessibility).toContainText('As found in this file.Its pages are pictures: no text to read aloud')
  await context.close()
})

test('a file that is no book says what to do, and a damaged EPUB why', async ({ browser }) => {
  const context = await browserOf(browser, await sharedPerson('author'))
  const page = await context.newPage()
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  const error = page.locator('#field-pdfFile-error')
  const kfx = Buffer.alloc(200)
  kfx.write('CONT')
  await form.pdf.setInputFiles({ name: 'lamp.kfx', mimeType: 'application/octet-stream', buffer: kfx })
  await expect(error).toHaveText(/^lamp\.kfx is an ebook in another format\. Calibre converts it: Convert books, EPUB/)
  await form.pdf.setInputFiles({ name: 'lamp.xyz', mimeType: 'application/octet-stream', buffer: kfx })
  await expect(error).toHaveText('Please select a PDF file')
  const epub = await anEpubWithCover()
  await form.pdf.setInputFiles({ name: 'a.epub', mimeType: 'application/epub+zip', buffer: epub.subarray(0, 900) })
  await expect(error).toHaveText(/^This EPUB is damaged or cut off/)
  await form.pdf.setInputFiles({ name: 'a.epub', mimeType: 'application/epub+zip', buffer: epub })
  await expect(error).toHaveCount(0)
  await context.close()
})
