import { expect, test } from '@playwright/test'
import { listOwnBooks } from '#contract/publishing.ts'
import { aPdf, aPicture } from '#server/testing/book-form.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { uploadFormOf } from './upload-form.ts'
import { collectPageErrors } from './watched-page.ts'

test('an author makes a pen name and publishes under it, and a reader finds nothing of the account', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([aPerson('author'), sharedPerson('reader')])
  const name = `Ilse ${author.username.slice(-7).replace(/\d/g, 'n')}`
  const context = await browserOf(browser, author)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()

  await page.goto('/create')
  await expect(page.getByRole('textbox', { name: 'Author' })).toBeVisible()
  await expect(page.getByLabel('Publish as')).toHaveCount(0)
  await page.goto('/profile/author')
  const add = page.getByRole('button', { name: 'Add a pen name' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a pen name' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await add.click()
  await dialog.getByLabel('Pen name').fill(author.username)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This name is taken.')).toBeVisible()
  await dialog.getByLabel('Pen name').fill(name)
  await dialog.getByLabel('About this name').fill('Of mills and weirs.')
  await dialog.getByLabel('Links').fill('https://example.org/mills')
  const field = dialog.getByLabel('Picture')
  // As the browser does when no file is chosen in its window.
  await field.dispatchEvent('cancel', { bubbles: true })
  await expect(dialog.getByLabel('Pen name')).toHaveValue(name)
  await field.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(dialog.getByText('Please select an image')).toBeVisible()
  const picture = Buffer.from(await aPicture().arrayBuffer())
  await field.setInputFiles({ name: 'mill.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await expectGoodLayout(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('No books')
  await expect(page.getByRole('listitem').filter({ hasText: name }).locator('img')).toHaveJSProperty(
    'naturalWidth',
    256,
  )
  await expectGoodLayout(page)

  await page.goto('/create')
  const form = uploadFormOf(page)
  await expect(form.upload).toBeVisible()
  await form.pdf.setInputFiles({ name: 'mills.pdf', mimeType: 'application/pdf', buffer: aPdf() })
  await form.fill({ title: 'Mills and Weirs', author: 'My Own', caption: 'By the water.', genre: 'Fantasy' })
  const publishAs = page.getByLabel('Publish as')
  await publishAs.selectOption(name)
  await expect(form.author).toHaveValue(name)
  await expect(form.author).toBeDisabled()
  await publishAs.selectOption('My own name')
  await expect(form.author).toHaveValue('My Own')
  await publishAs.selectOption(name)
  await expectGoodLayout(page)
  await form.upload.click()
  await expect(form.done).toBeVisible()
  const [book] = await apiOf(theSite(), author)(listOwnBooks)
  const id = book?._id ?? ''
  await page.goto(`/books/${id}`)
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report this book' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('By me.')
  await expect(page.getByText('This comment will show your username.')).toBeVisible()
  await page.goto(`/books/${id}/edit`)
  await expect(page.getByText('A published book keeps its name.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Author' })).toBeDisabled()

  const others = await browserOf(browser, reader)
  const read = await others.newPage()
  await read.goto(`/books/${id}`)
  await read.getByRole('link', { name, exact: true }).first().click()
  await expect(read.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(read.getByText('Of mills and weirs.')).toBeVisible()
  await expect(read.locator('main header img')).toHaveJSProperty('naturalWidth', 256)
  await expect(read.getByRole('heading', { name: 'Mills and Weirs' })).toBeVisible()
  await expect(read.getByText(author.username)).toHaveCount(0)
  await expect(read.getByRole('button', { name: /^Report/ })).toHaveCount(0)
  await expectGoodLayout(read)

  await page.goto('/profile/author')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await edit.getByRole('button', { name: 'Remove picture' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: name }).locator('img')).toHaveCount(0)
  expect(pageErrors).toEqual([])
  await Promise.all([context.close(), others.close()])
})

test('a pen name whose picture was refused is in the list, without it', async ({ browser }) => {
  const author = await aPerson('author')
  const name = `Wren ${author.username.slice(-7).replace(/\d/g, 'n')}`
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  await page.route('**/api/auth/pen-names/*/image', (route) =>
    route.fulfill({
      status: 422,
      json: { message: 'The image is damaged.', type: 'unreadable', requestId: 'refused' },
    }),
  )
  await page.goto('/profile/author')
  await page.getByRole('button', { name: 'Add a pen name' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pen name').fill(name)
  const buffer = Buffer.from(await aPicture().arrayBuffer())
  await dialog.getByLabel('Picture').setInputFiles({ name: 'wren.png', mimeType: 'image/png', buffer })
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The image is damaged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('No books')
  await context.close()
})
