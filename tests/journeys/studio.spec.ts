import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { getBook } from '#contract/books.ts'
import { beginDraft, getOwnBook, listOwnBooks } from '#contract/publishing.ts'
import { aPicture } from '#server/testing/book-form.ts'
import { ACTIVE_PLANS, aPdf } from '#tests/hostile-files.ts'
import { expectGoodLayout } from './good-layout.ts'
import { type Person, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { aPrintedPdf } from './printed-pdf.ts'
import { BROKEN, untilHydrated } from './served.ts'
import { uploadFormOf } from './upload-form.ts'
import { collectPageErrors } from './watched-page.ts'

let author: Person
let desk: { context: BrowserContext; page: Page; errors: string[] }
let phone: typeof desk

const device = async (open: () => Promise<BrowserContext>) => {
  const context = await open()
  const errors = await collectPageErrors(context)
  return { context, errors, page: await context.newPage() }
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  author = await aPerson('author')
  desk = await device(() => browserOf(browser, author))
  phone = await device(() => browserOf(browser, author))
  await phone.page.setViewportSize({ width: 390, height: 844 })
})
test.afterEach(() => expect([...desk.errors, ...phone.errors]).toEqual([]))
test.afterAll(async () => {
  await desk.context.close()
  await phone.context.close()
})

const isPublic = async (id: string) =>
  apiOf(theSite())(getBook, { params: { id } }).then(
    () => true,
    () => false,
  )
const aDraft = async () => {
  const body = new FormData()
  const words = { title: 'Ebb', author: 'Ida Fenn', caption: 'Low water.', genre: 'Fantasy', cover: 'series' }
  for (const [name, value] of Object.entries(words)) body.set(name, value)
  body.set('pdfFile', new Blob([new Uint8Array(await aPrintedPdf(['One.']))]), 'ebb.pdf')
  return (await apiOf(theSite(), author)(beginDraft, { body })).book._id
}
const ownBook = (id: string) => apiOf(theSite(), author)(getOwnBook, { params: { id } })
const ownBooks = () => apiOf(theSite(), author)(listOwnBooks)
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible()

test('a draft is begun on one device and finished on another, and two tabs never overwrite each other', async () => {
  const { page } = desk
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  await form.pdf.setInputFiles({
    name: 'tides.pdf',
    mimeType: 'application/pdf',
    buffer: await aPrintedPdf(['One.', 'Two.', 'Three.']),
  })
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await form.title.fill('Tides of Ink')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your draft' })).toBeVisible()
  await expect(form.title).toHaveValue('Tides of Ink')
  const [draft] = await ownBooks()
  expect(draft).toMatchObject({ title: 'Tides of Ink', state: 'draft', pageCount: 3 })
  const id = draft?._id ?? ''

  await phone.page.goto('/profile')
  await phone.page.getByRole('link', { name: 'Tides of Ink', exact: true }).click()
  const other = uploadFormOf(phone.page)
  await other.author.fill('Ottoline Marsh')
  await other.caption.fill('The sea writes, and the ink answers.')
  await other.genre.selectOption('Fantasy')
  await saved(phone.page)
  expect((await ownBooks())[0]).toMatchObject({ author: 'Ottoline Marsh', genre: 'Fantasy' })

  await form.title.fill('Tides of the Desk')
  await expect(page.getByText('changed in another tab or on another device')).toBeVisible()
  expect((await ownBooks())[0]).toMatchObject({ title: 'Tides of Ink', author: 'Ottoline Marsh' })
  await page.getByRole('button', { name: 'Load that version' }).click()
  await expect(form.author).toHaveValue('Ottoline Marsh')
  await form.title.fill('Tides of Ink and Salt')
  await saved(page)
  await expectGoodLayout(page)
  expect(await isPublic(id)).toBe(false)

  // A file that the library refuses keeps no words from being saved.
  const active = aPdf(Object.values(ACTIVE_PLANS)[0])
  await form.pdf.setInputFiles({ name: 'active.pdf', mimeType: 'application/pdf', buffer: active })
  await expect(page.locator('#field-pdfFile-error')).toContainText('active')
  await form.caption.fill('The sea writes, and the ink answers slowly.')
  await saved(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'active' }).first()).toBeVisible()
  expect((await ownBooks())[0]).toMatchObject({
    caption: 'The sea writes, and the ink answers slowly.',
    state: 'draft',
    pageCount: 3,
  })
  await page.reload()
})

test('it is previewed, planned, published, withdrawn and published again', async ({ browser }) => {
  const { page } = desk
  const [draft] = await ownBooks()
  const id = draft?._id ?? ''
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tides of Ink and Salt' })).toBeVisible()
  await expect(page.locator('header img').first()).toHaveJSProperty('complete', true)
  await expectGoodLayout(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Read Now' }).click()
  const reader = await opened
  await expect(reader.getByText('Page 1 of 3').or(reader.locator('canvas').first()).first()).toBeVisible()
  await reader.close()

  await page.getByRole('link', { name: 'Back to editing' }).click()
  await page.getByRole('button', { name: 'Publish later…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish later' })
  await dialog.getByLabel('Date and time').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Plan it' }).click()
  await expect(dialog.getByText('The time of publication must be in the future.')).toBeVisible()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  await dialog.getByLabel('Date and time').fill(tomorrow)
  await dialog.getByRole('button', { name: 'Plan it' }).click()
  await expect(page.getByText(/^Planned\. Will be published on /)).toBeVisible()
  await expectGoodLayout(page)
  await page.getByRole('button', { name: 'Change the time…' }).click()
  const later = `${tomorrow.slice(0, 14)}${tomorrow.endsWith('30') ? '31' : '30'}`
  await expect(dialog.getByLabel('Date and time')).toHaveValue(tomorrow)
  await dialog.getByLabel('Date and time').fill(later)
  await dialog.getByLabel('Date and time').press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Change the time…' }).click()
  await expect(dialog.getByLabel('Date and time')).toHaveValue(later)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await isPublic(id)).toBe(false)

  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Published. Everybody can find and read this book.')).toBeVisible()
  expect(await isPublic(id)).toBe(true)
  await page.getByRole('button', { name: 'Withdraw…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText(/^Withdrawn\. Nobody but you/)).toBeVisible()
  expect(await isPublic(id)).toBe(false)
  const visitors = await browserOf(browser)
  const visitor = await visitors.newPage()
  await visitor.goto(`/books/${id}`)
  await expect(visitor.getByText('Tides of Ink')).toHaveCount(0)
  await visitors.close()
  const others = await browserOf(browser, await sharedPerson('author'))
  const other = await others.newPage()
  await other.goto(`/books/${id}/preview`)
  await expect(other.getByRole('heading', { level: 1, name: 'Preview' })).toBeVisible()
  await expect(other.getByText('Book not found.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await others.close()
  await page.getByRole('button', { name: 'Publish again' }).click()
  await expect(page.getByText('Published. Everybody can find and read this book.')).toBeVisible()
  expect(await isPublic(id)).toBe(true)
})

test('a draft is not published with its old file while the new one is read', async () => {
  const { page } = desk
  const id = await aDraft()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/books/inspect', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/books/${id}/edit`)
  const buffer = Buffer.from('# Dusk\n\nThe lamps were lit.\n\n# Dawn\n\nThey were put out.\n')
  await uploadFormOf(page).pdf.setInputFiles({ name: 'ebb.md', mimeType: 'text/markdown', buffer })
  await expect(page.getByText('Reading its title, author and pages…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Publish later…' })).toBeDisabled()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.locator('#field-pdfFile-error')).toHaveText('The file is still being read. Please wait a moment.')
  await expectGoodLayout(page)
  expect(await isPublic(id)).toBe(false)
  held.resolve()
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await expect(page.locator('#field-pdfFile-error')).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page).toHaveURL(`/books/${id}`)
  expect(await apiOf(theSite())(getBook, { params: { id } })).toMatchObject({ format: 'epub', pageCount: 4 })
  await page.unroute('**/api/books/inspect')
})

test('a mistake in a draft that is taken back keeps it from nothing', async () => {
  const { page } = desk
  const id = await aDraft()
  await page.goto(`/books/${id}/edit`)
  await untilHydrated(page)
  await page.getByText('More about the book').click()
  const isbn = page.getByRole('textbox', { name: 'ISBN' })
  await isbn.fill('123')
  await expect(isbn).toHaveAccessibleDescription(/This is no ISBN/)
  await expect(page.getByText('Not saved. Please correct what is marked.')).toBeVisible()
  await isbn.fill('')
  await saved(page)
  await expect(isbn).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page).toHaveURL(`/books/${id}`)
  expect(await isPublic(id)).toBe(true)
})

test('words that are put back while others are saved are stored', async () => {
  const { page } = desk
  const id = await aDraft()
  await page.goto(`/books/${id}/edit`)
  await untilHydrated(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/books/drafts/*', async (route) => {
    await held.promise
    await route.continue()
  })
  const { caption } = uploadFormOf(page)
  await caption.fill('High water.')
  await expect(page.getByText('Saving…')).toBeVisible()
  await caption.fill('Low water.')
  const stored = page.waitForResponse((answer) => answer.request().postData()?.includes('Low water.') === true)
  held.resolve()
  await stored
  await saved(page)
  expect((await ownBook(id)).caption).toBe('Low water.')
  await page.unroute('**/api/books/drafts/*')
})

test('a book that is being saved as a draft is not published too', async () => {
  const { page } = desk
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  const buffer = await aPrintedPdf(['One.'])
  await form.pdf.setInputFiles({ name: 'neap.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await form.fill({ title: 'Neap', author: 'Ida Fenn', caption: 'Half water.', genre: 'Fantasy' })
  const held = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route(/\/api\/books(?:\/drafts)?$/, async (route) => {
    sent.push(new URL(route.request().url()).pathname)
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect.poll(() => sent).toEqual(['/api/books/drafts'])
  // It can be pressed, and says that it is busy.
  await form.upload.click({ force: true })
  await expect(form.upload).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Your draft' })).toBeVisible()
  expect(sent).toEqual(['/api/books/drafts'])
  await page.unroute(/\/api\/books(?:\/drafts)?$/)
})

test('no book has the former image while the new one is read, nor the slower of two', async () => {
  const { page } = desk
  await page.goto('/create')
  await untilHydrated(page)
  const form = uploadFormOf(page)
  const picture = async (name: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await aPicture().arrayBuffer()),
  })
  const image = page.getByRole('radio', { name: 'Own image' }).locator('xpath=..').locator('img')
  await form.image.setInputFiles(await picture('first.png'))
  await expect(image).toBeVisible()
  const former = await image.getAttribute('src')
  // The second image turns out to be none after the third one was read.
  await page.evaluate(() => {
    const read = window.createImageBitmap
    const held = Promise.withResolvers<void>()
    Object.assign(window, { releaseImage: held.resolve })
    window.createImageBitmap = async (file: ImageBitmapSource) => {
      if (!(file instanceof File) || file.name !== 'second.png') return read(file)
      await held.promise
      throw new DOMException('It can not be decoded')
    }
  })
  await form.image.setInputFiles(await picture('second.png'))
  await expect(image).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save as draft' })).toBeDisabled()
  await form.upload.click()
  await expect(page.locator('#field-image-error')).toHaveText('The file is still being read. Please wait a moment.')
  await expectGoodLayout(page)
  await form.image.setInputFiles(await picture('third.png'))
  await expect(image).toBeVisible()
  await expect(page.locator('#field-image-error')).toHaveCount(0)
  const third = (await image.getAttribute('src')) ?? ''
  expect(third).not.toBe(former)
  await page.evaluate(async () => {
    ;(window as unknown as { releaseImage: () => void }).releaseImage()
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(image).toHaveAttribute('src', third)
  await expect(page.locator('#field-image-error')).toHaveCount(0)
})

test('the last words of a draft are saved when it is left by a link', async () => {
  const { page } = desk
  const id = await aDraft()
  await page.goto(`/books/${id}/edit`)
  const form = uploadFormOf(page)
  const library = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' })
  await form.caption.fill('High water.')
  await library.click()
  await expect(page).toHaveURL('/library')
  await expect.poll(async () => (await ownBook(id)).caption).toBe('High water.')
  await page.goBack()
  await expect(form.caption).toHaveValue('High water.')
  await form.caption.fill('Slack water.')
  await saved(page)
  expect((await ownBook(id)).caption).toBe('Slack water.')

  // While they can't be saved, one is asked.
  await page.route('**/api/books/drafts/*', (route) => route.fulfill(BROKEN))
  await form.caption.fill('Spring tide.')
  await expect(page.getByText('Not saved. Trying again…')).toBeVisible()
  await library.click()
  const dialog = page.getByRole('dialog', { name: 'Leave your draft?' })
  await expect(dialog).toBeVisible()
  await expectGoodLayout(page)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(form.caption).toHaveValue('Spring tide.')
  await library.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/library')
  await page.unroute('**/api/books/drafts/*')
})

test('who leaves a draft while its file is sent is asked, and the file comes all the same', async () => {
  const { page } = desk
  const id = await aDraft()
  await page.goto(`/books/${id}/edit`)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/books/drafts/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await uploadFormOf(page).pdf.setInputFiles({
    name: 'tides.pdf',
    mimeType: 'application/pdf',
    buffer: await aPrintedPdf(['One.', 'Two.', 'Three.']),
  })
  await expect(page.getByText('Saving…')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
  await page.getByRole('dialog', { name: 'Leave your draft?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/library')
  held.resolve()
  await expect.poll(async () => (await ownBook(id)).pageCount).toBe(3)
  await page.unroute('**/api/books/drafts/*')
})
