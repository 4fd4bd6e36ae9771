import { expect, test } from '@playwright/test'
import { getBook } from '#contract/books.ts'
import { editBook, listOwnBooks } from '#contract/publishing.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, aPerson, apiOf, browserOf, theSite, sharedPerson } from './people.ts'
import { aPrintedPdf, aRealBook } from './printed-pdf.ts'
import { slowUploads, uploadFormOf } from './upload-form.ts'

test('six covers of the series are offered, then six others; the chosen one is published and shown for editing', async ({
  browser,
}) => {
  const author = await aPerson('author')
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  await page.goto('/create')
  const form = uploadFormOf(page)
  await form.fill({ title: 'The Lamp Room', author: 'Ida Fenn', caption: 'A cover to choose.', genre: 'Mystery' })
  const covers = page.getByRole('radio', { name: /^Our series \d+$/ })
  const cover = 'svg[viewBox="0 0 200 300"]'
  const drawings = () =>
    page.locator(`label:has([name=cover]) ${cover}`).evaluateAll((all) => all.map((svg) => svg.innerHTML))
  await expect(covers).toHaveCount(6)
  await expect(page.getByRole('radio', { name: 'Our series 1' })).toBeChecked()
  await expect.poll(async () => new Set(await drawings()).size).toBe(6)
  const first = await drawings()

  await page.getByRole('button', { name: 'Another six' }).click()
  await expect(page.getByRole('radio', { name: 'Our series 7' })).toBeChecked()
  await expect.poll(async () => new Set([...(await drawings()), ...first]).size).toBe(12)
  await page.getByRole('radio', { name: 'Our series 7' }).press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('radio', { name: 'Our series 9' })
  await expect(chosen).toBeChecked()
  await expect(chosen).toBeFocused()
  const preview = () => page.getByRole('complementary', { name: 'As readers will see it' }).locator(cover).innerHTML()
  await expect.poll(async () => (await preview()) === (await drawings())[2]).toBe(true)
  await expectGoodLayout(page)

  await page.reload()
  await expect(chosen).toBeChecked()
  await form.pdf.setInputFiles({ name: 'lamp.pdf', mimeType: 'application/pdf', buffer: await aPrintedPdf(['Lamp']) })
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  const answer = page.waitForResponse('**/api/books')
  await form.upload.click()
  const { book } = (await (await answer).json()) as { book: { _id: string; image: string } }
  expect((await apiOf(theSite(), author)(getBook, { params: { id: book._id } })).coverSeed).toBe(8)

  await page.goto(`/books/${book._id}/edit`)
  await expect(chosen).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Current cover' })).toHaveCount(0)
  await page.getByRole('button', { name: 'The six before' }).click()
  await page.getByRole('radio', { name: 'Our series 2' }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your changes are in the library.')).toBeVisible()
  const edited = await apiOf(theSite(), author)(getBook, { params: { id: book._id } })
  expect(edited.coverSeed).toBe(1)
  expect(edited.image).not.toBe(book.image)
  await context.close()
})

test('an edit that was left and is taken up again sends only what was changed in it', async ({ browser }) => {
  const author = await sharedPerson('author')
  const { _id: id, image } = await aBook(author, { title: 'A Clock', caption: 'It runs by the moon.' })
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  const form = uploadFormOf(page)
  const save = page.getByRole('button', { name: 'Save' })
  const discard = page.getByRole('button', { name: 'Discard changes' })
  await page.goto(`/books/${id}/edit`)
  await expect(discard).toHaveCount(0)
  await form.title.fill('The Clock')
  await page.goto('/')
  const body = new FormData()
  body.set('caption', 'It runs by the sun.')
  await apiOf(theSite(), author)(editBook, { params: { id }, body })
  await page.goto(`/books/${id}/edit`)
  await expect(form.title).toHaveValue('The Clock')
  await expect(form.caption).toHaveValue('It runs by the sun.')
  await expectGoodLayout(page)
  await discard.click()
  await expect(form.title).toHaveValue('A Clock')
  await expect(discard).toHaveCount(0)
  await form.title.fill('The Clock')
  await save.click()
  await expect(page).toHaveURL(`/books/${id}`)
  const saved = await apiOf(theSite(), author)(getBook, { params: { id } })
  expect(saved).toMatchObject({ title: 'The Clock', caption: 'It runs by the sun.' })
  // The title is on it.
  expect(saved.image).not.toBe(image)

  await page.goto(`/books/${id}/edit`)
  await expect(form.title).toHaveValue('The Clock')
  await save.click()
  await expect(page).toHaveURL(`/books/${id}`)
  expect(await apiOf(theSite(), author)(getBook, { params: { id } })).toMatchObject({ image: saved.image })
  await context.close()
})

test('a white first page is offered and published on a board', async ({ browser }) => {
  const author = await aPerson('author')
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  await page.goto('/create')
  const form = uploadFormOf(page)
  await form.fill({ title: 'On a Board', author: 'Ida Fenn', caption: 'A white page.', genre: 'Fantasy' })
  await form.pdf.setInputFiles({ name: 'lamp.pdf', mimeType: 'application/pdf', buffer: await aPrintedPdf(['Lamp']) })
  const choice = page.getByRole('radio', { name: 'First page' })
  await expect(page.locator('label', { has: choice }).locator('svg')).toHaveCount(1)
  await choice.check({ force: true })
  await form.upload.click()
  await expect(form.done).toBeVisible()
  const [book] = await apiOf(theSite(), author)(listOwnBooks)
  expect(book).toMatchObject({ imageMounted: true, imageColor: '#17493a' })
  await context.close()
})

test('a file of another kind is refused with what to do, and a PDF accepted after it', async ({ browser }) => {
  const context = await browserOf(browser, await sharedPerson('author'))
  const page = await context.newPage()
  await page.goto('/create')
  const form = uploadFormOf(page)
  await form.upload.click()
  const error = page.locator('#field-pdfFile-error')
  await expect(error).toHaveText('Please select a PDF file')
  for (const [name, help] of [
    ['My novel.doc', 'My novel.doc is a document of another kind. In Word: File, Save as, Word document (.docx).'],
    ['My novel.pages', 'My novel.pages is a Pages document. In Pages: File, Export To, Word or EPUB.'],
    ['My novel.pdf', 'My novel.pdf has the name of a PDF, but is not one. Save or export it as PDF again.'],
    ['My novel.xyz', 'My novel.xyz is neither a PDF nor an EPUB. Save or print it as PDF in the program that made it.'],
  ] as const) {
    await form.pdf.setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('PK\u0003\u0004'),
    })
    await expect(page.getByText(help)).toBeVisible()
    // What has a name of its own kind is told what to do, and nothing beside it.
    await expect(error).toHaveText(/\.(?:doc|pages)$/.test(name) ? help : 'Please select a PDF file')
    await expect(form.pdf).toHaveAccessibleDescription(new RegExp(help.replace(/[.()]/g, '\\$&')))
  }
  await form.pdf.setInputFiles({
    name: 'locked.pdf',
    mimeType: 'application/pdf',
    buffer: aPdf({ password: 'lantern' }),
  })
  await expect(error).toHaveText('locked.pdf opens only with a password. Save it without one, and choose that file.')
  await expectGoodLayout(page)
  await form.pdf.setInputFiles({ name: 'lamp.pdf', mimeType: 'application/pdf', buffer: await aPrintedPdf(['Lamp']) })
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await expect(error).toHaveCount(0)
  await expect(page.getByText('My novel.xyz')).toHaveCount(0)
  await context.close()
})

test('a title of usual length is whole in its field', async ({ browser }) => {
  const context = await browserOf(browser, await sharedPerson('author'))
  const page = await context.newPage()
  await page.goto('/create')
  const field = page.getByLabel('Title', { exact: true })
  await field.fill('Alice’s Adventures in Wonderland')
  await page.evaluate(() => document.fonts.ready)
  for (const width of [1920, 1280, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth), `${width} px`).toBe(0)
  }
  await context.close()
})

test('an upload can be cancelled, and nothing is published', async ({ browser }) => {
  const author = await sharedPerson('author')
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  const { file } = await aRealBook()
  const title = `Never ${crypto.randomUUID().slice(0, 6)}`
  await page.goto('/create')
  const form = uploadFormOf(page)
  await form.fill({ title, author: 'Ida Fenn', caption: 'Not to be.', genre: 'Other' })
  await form.pdf.setInputFiles(file)
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await slowUploads(page, file.buffer.length, 20)
  await form.upload.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload cancelled. Nothing was published, and your words are still here.')).toBeVisible()
  await expect(form.title).toHaveValue(title)
  await context.close()
  const books = await apiOf(theSite(), author)(listOwnBooks)
  expect(books.map((book) => book.title)).not.toContain(title)
})
