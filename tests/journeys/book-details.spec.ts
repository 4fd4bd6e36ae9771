import { expect, test } from '@playwright/test'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { aTaggedPdf } from '#tests/tagged-pdf.ts'
import { expectGoodLayout } from './good-layout.ts'
import { browserOf, sharedPerson } from './people.ts'
import { untilHydrated } from './served.ts'
import { uploadFormOf } from './upload-form.ts'
import { collectPageErrors } from './watched-page.ts'

test('an author says more about a book, and its page has it', async ({ browser }) => {
  const context = await browserOf(browser, await sharedPerson('author'))
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()
  await page.goto('/create')
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  await untilHydrated(page)
  const form = uploadFormOf(page)
  await form.pdf.setInputFiles({ name: 'tides.pdf', mimeType: 'application/pdf', buffer: aTaggedPdf() })
  await form.fill({ title: 'Tide Tables', author: 'Ines Quell', caption: 'By the hour.', genre: 'Travel' })
  await page.getByText('More about the book').click()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en-GB')
  await page.getByLabel('Subtitle').fill('With twelve maps')
  await page.getByLabel('ISBN').fill('0-306-40615-3')
  await page.getByLabel('Licence').selectOption('CC BY-SA 4.0')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('German')
  await page.getByLabel('Content notes').fill('A shipwreck.')
  await page.getByLabel('Suitable for readers').selectOption('aged 13 and over')
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoAxeFindings(page)
  await expectGoodLayout(page)
  await form.upload.click()
  await expect(page.getByLabel('ISBN')).toHaveAccessibleDescription('This is no ISBN: please check its digits')
  await page.getByLabel('ISBN').fill('0-306-40615-2')
  await form.upload.click()
  await form.done.getByRole('link', { name: 'See the book' }).click()
  await page.waitForURL(/\/books\//)
  await page.reload()
  await untilHydrated(page)
  await expect(page.getByText('With twelve maps')).toBeVisible()
  await expect(page.getByRole('note', { name: 'Before you read' })).toHaveText(
    'Suitable for readers aged 13 and over.A shipwreck.',
  )
  await expect(page.getByText('9780306406157')).toBeVisible()
  await expect(page.getByRole('link', { name: 'CC BY-SA 4.0' })).toBeVisible()
  const others = page.getByRole('link', { name: 'Books with this licence' })
  await expect(others).toHaveAttribute('href', '/library?licence=cc-by-sa')
  await expect(page.getByRole('link', { name: 'German' })).toHaveAttribute('href', '/library?language=de')
  const accessibility = page.getByRole('region', { name: 'Accessibility' })
  await expect(accessibility).toContainText('As found in this file.Readable in read aloud or dynamic braille')
  await accessibility.getByText('More about its accessibility').click()
  await expect(accessibility).toContainText('Its language is set: British English')
  await expectNoAxeFindings(page)
  await expectGoodLayout(page)
  expect(pageErrors).toEqual([])
  await context.close()
})
