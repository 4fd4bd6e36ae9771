import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { savePosition } from '#contract/reading.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { aFlowingBook } from './a-flowing-book.ts'
import { aBook, apiOf, aPerson, browserOf, sharedPerson, theSite } from './people.ts'
import { threeHundredNights } from './three-hundred-nights.ts'
import { collectPageErrors } from './watched-page.ts'

/** What a person does, in a PDF and in an EPUB, at a desk and on a phone. */
for (const { format, width, file } of [
  { format: 'PDF', width: 1280, file: threeHundredNights },
  { format: 'EPUB', width: 390, file: async () => aFlowingBook() },
] as const)
  test(`words of a book are commented on, underlined and folded for who has not read them, ${format}, ${width} px wide`, async ({
    browser,
  }) => {
    const [author, reader] = await Promise.all([sharedPerson('author'), aPerson('reader')])
    const { _id: id } = await aBook(author, { title: `Commented ${format}` }, theSite(), await file())
    const context = await browserOf(browser, reader)
    const errors = await collectPageErrors(context)
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/read/${id}#page=5`)
    await page.getByRole('region', { name: /^Page 5 of/ }).waitFor()
    const picker = page.getByRole('group', { name: 'Choose a passage' })
    // The key has a meaning once the marks are loaded, of which a phone shows nothing.
    await expect(async () => {
      await page.keyboard.press('h')
      await expect(picker).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(picker.getByRole('button', { name: 'Mark it' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Comment for all readers' }).click()
    await page.getByLabel('Your comment, which all readers see').fill('By whom was it lit?')
    await expectNoAxeFindings(page)
    await page.getByRole('button', { name: 'Post' }).click()
    await expect(page.getByText('Your comment is posted.')).toBeVisible()
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('button', { name: 'Comments', exact: true }).click()
    const list = page.getByRole('region', { name: 'Comments on passages of this book' })
    await expect(list).toContainText('By whom was it lit?')
    await expectNoAxeFindings(page)
    await list.getByRole('button', { name: 'Page 5' }).click()
    await expect(page.getByRole('region', { name: /^Page 5 of/ })).toBeVisible()

    const other = await aPerson('reader')
    const elsewhere = await browserOf(browser, other)
    const bookPage = await elsewhere.newPage()
    await bookPage.setViewportSize({ width, height: 844 })
    await bookPage.goto(`/books/${id}`)
    const comment = bookPage.getByRole('listitem').filter({ hasText: 'About page 5.' })
    await expect(comment.getByText('By whom was it lit?')).toBeHidden()
    await expectNoAxeFindings(bookPage)
    await comment.getByRole('button', { name: 'Show it' }).click()
    await expect(bookPage.getByText('By whom was it lit?')).toBeVisible()
    await apiOf(theSite(), other)(savePosition, {
      params: { id },
      body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 6, step: 1, seen: 0 },
    })
    await bookPage.reload()
    await bookPage.getByRole('link', { name: 'Page 5' }).click()
    await expect(bookPage.getByRole('region', { name: /^Page 5 of/ })).toBeVisible()
    expect(errors).toEqual([])
    await Promise.all([context.close(), elsewhere.close()])
  })

test('a passage is drawn as a picture on the device, saved by keyboard on a small phone, and sent nowhere', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), aPerson('reader')])
  const { _id: id } = await aBook(author, { title: 'Drawn' }, theSite(), await threeHundredNights())
  const context = await browserOf(browser, reader)
  const errors = await collectPageErrors(context)
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/read/${id}#page=5`)
  await page.getByRole('region', { name: /^Page 5 of/ }).waitFor()
  const picker = page.getByRole('group', { name: 'Choose a passage' })
  // The key has a meaning once the marks are loaded, of which a phone shows nothing.
  await expect(async () => {
    await page.keyboard.press('h')
    await expect(picker).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(picker.getByRole('button', { name: 'Mark it' })).toBeEnabled()
  await page.keyboard.press('Enter')
  const open = page.getByRole('button', { name: 'Share as picture' })
  await open.focus()
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A picture of this passage' })
  const save = dialog.getByRole('button', { name: 'Save picture' })
  await expect(save).not.toHaveAttribute('aria-busy')
  await expect(dialog.getByRole('img', { name: /^“.+” Drawn by Ida Fenn$/ })).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const saving = page.waitForEvent('download')
  await save.press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toBe('Drawn.png')
  const bytes = sharp(await file.path())
  const [{ width, height }, { channels }] = await Promise.all([bytes.metadata(), bytes.stats()])
  expect({ width, height }).toEqual({ width: 1200, height: 1200 })
  // There is more on it than its ground.
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(sent.filter((url) => !url.endsWith('/position'))).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
