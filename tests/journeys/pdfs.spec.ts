import { type BrowserContext, type Page, type Request, expect, test } from '@playwright/test'
import { PDF_MAX_BYTES, listOwnBooks } from '#contract/publishing.ts'
import { type Person, aPerson, apiOf, browserOf, theSite } from './people.ts'
import { aPrintedPdf, knownPdfs, pathOf } from './printed-pdf.ts'
import { uploadFormOf } from './upload-form.ts'
import { collectPageErrors } from './watched-page.ts'

const WORDS = { author: 'Ida Fenn', caption: 'Uploaded as it is.', genre: 'Other' }
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="90"><script>alert(1)</script></svg>'

let author: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.beforeAll(async ({ browser }) => {
  author = await aPerson('author')
  context = await browserOf(browser, author)
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
  await page.goto('/create')
  // The form is disabled until the session is loaded.
  await expect(uploadFormOf(page).title).toBeEnabled()
})
test.afterEach(() => expect(pageErrors).toEqual([]))
test.afterAll(() => context.close())

const titles = async () => (await apiOf(theSite(), author)(listOwnBooks)).map(({ title }) => title)

test.describe('each PDF of the test data has the result in its manifest', () => {
  const pdfs = knownPdfs()
  test.skip(pdfs.length === 0, 'the test data is missing')

  for (const pdf of pdfs.filter(({ expect: expected }) => expected.startsWith('201')))
    test(pdf.name, async () => {
      const form = uploadFormOf(page)
      await form.pdf.setInputFiles(pathOf(pdf))
      await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible({ timeout: 15_000 })
      await expect(form.title).toHaveValue(pdf.title.normalize('NFC'))
      await form.fill({ title: pdf.name, ...WORDS })
      const answer = page.waitForResponse('**/api/books')
      await form.upload.click()
      expect((await answer).status()).toBe(201)
      await expect(form.done).toBeVisible()
      expect(((await (await answer).json()) as { book: unknown }).book).toMatchObject({
        title: pdf.name,
        pageCount: pdf.pages,
      })
      await form.done.getByRole('button', { name: 'Upload another' }).click()
      await expect(form.title).toHaveValue('')
    })

  for (const pdf of pdfs.filter(({ expect: expected }) => expected.startsWith('422')))
    test(`${pdf.name} is rejected at its field before the upload, and the form keeps its values`, async () => {
      const form = uploadFormOf(page)
      await form.fill({ title: pdf.name, ...WORDS })
      await form.pdf.setInputFiles(pathOf(pdf))
      await expectRefusal(page, `${pdf.name} opens only with a password. Save it without one, and choose that file.`)
      expect(await titles()).not.toContain(pdf.name)
    })
})

test.describe('an invalid file is rejected, and the form keeps its values', () => {
  test('a text file named .pdf, and an empty file, before the upload', async () => {
    const form = uploadFormOf(page)
    await form.fill({ title: 'Not a PDF', ...WORDS })
    for (const buffer of [Buffer.from('Once upon a time.'), Buffer.alloc(0)]) {
      await form.pdf.setInputFiles({ name: 'book.pdf', mimeType: 'application/pdf', buffer })
      await expect(page.locator('#field-pdfFile-error')).toHaveText('Please select a PDF file')
      await expect(page.getByText('No file chosen yet')).toBeVisible()
    }
    await expect(form.title).toHaveValue('Not a PDF')
  })

  test('a file one byte larger than 10 MB, before the upload', async () => {
    const form = uploadFormOf(page)
    const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(PDF_MAX_BYTES - 8)])
    await form.pdf.setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer })
    await expect(page.locator('#field-pdfFile-error')).toHaveText(
      'PDF file is too large (max 10MB). Please compress your file.',
    )
  })

  test('a truncated PDF', async () => {
    const form = uploadFormOf(page)
    await form.fill({ title: 'Cut off', ...WORDS })
    await form.pdf.setInputFiles({
      name: 'half.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<'),
    })
    await expectRefusal(
      page,
      'half.pdf is damaged or cut off. Save or export it as PDF again, and choose the new file.',
    )
    expect(await titles()).not.toContain('Cut off')
  })

  test('a title that is too long', async () => {
    const form = uploadFormOf(page)
    const file = { name: 'long.pdf', mimeType: 'application/pdf', buffer: await aPrintedPdf(['A page']) }
    await form.pdf.setInputFiles(file)
    await form.fill({ title: 'x'.repeat(201), ...WORDS })
    await form.upload.click()
    await expect(page.locator('#field-title-error')).toHaveText('The title has at most 200 characters')
    await expect(form.title).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('long.pdf')).toBeVisible()
  })

  test('a text file named .png, and an SVG, as cover', async () => {
    const form = uploadFormOf(page)
    await form.fill({ title: 'A false cover', ...WORDS })
    for (const image of [
      { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      { name: 'cover.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) },
    ]) {
      await form.image.setInputFiles(image)
      await expect(page.locator('#field-image-error')).toHaveText('Please select an image')
    }
    await form.upload.click()
    await expect(page.getByRole('alert').first()).toContainText('Please select an image')
    expect(await titles()).not.toContain('A false cover')
  })

  test('after the errors are corrected the same form publishes the book', async () => {
    const form = uploadFormOf(page)
    await page.getByRole('radio', { name: 'First page' }).check({ force: true })
    await form.upload.click()
    await expect(form.done).toBeVisible()
    expect(await titles()).toContain('A false cover')
  })
})

/** The reason is shown at the field at once, nothing is sent, and the form keeps all values. */
const expectRefusal = async (page: Page, why: string) => {
  const sent: string[] = []
  const listen = (request: Request) => void (request.method() === 'POST' && sent.push(request.url()))
  page.on('request', listen)
  await expect(page.locator('#field-pdfFile-error')).toHaveText(why)
  const form = uploadFormOf(page)
  await form.upload.click()
  await expect(page.getByRole('alert').filter({ hasText: why })).toBeFocused()
  expect(sent).toEqual([])
  page.off('request', listen)
  await expect(form.author).toHaveValue(WORDS.author)
  await expect(form.caption).toHaveValue(WORDS.caption)
  await expect(form.genre).toHaveValue(WORDS.genre)
}
