import { expect, test } from '@playwright/test'
import { addChapter } from '#contract/chapters.ts'
import { publishBook } from '#contract/publishing.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { apiOf, browserOf, sharedPerson, theSite } from './people.ts'

const MANUSCRIPT = '# Dusk\n\nThe lamps were lit one by one.\n\n# Dawn\n\nThey were put out again.\n'
const TITLE = 'Chapter 3: The Ford'

const aBook = async (title: string) => {
  const form = new FormData()
  const words = { title, author: 'Ida Fenn', caption: 'In chapters.', genre: 'Mystery', cover: 'series' }
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  form.set('pdfFile', new Blob([MANUSCRIPT]), 'lamps.md')
  return (await apiOf(theSite(), await sharedPerson('author'))(publishBook, { body: form })).book._id
}

test('an author pastes a chapter, reads it before it is out, plans it, and publishes it; a reader in the book is told and reads it', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const id = await aBook('Lamps in Chapters')
  const reading = await browserOf(browser, reader)
  const book = await reading.newPage()
  const text = book.frameLocator('iframe[title="Text of the book"]:visible')
  const inContents = (chapter: string) =>
    book.getByRole('navigation', { name: 'Contents' }).getByRole('button', { name: chapter })
  await book.goto(`/read/${id}`)
  await expect(text.getByText('Lamps in Chapters').first()).toBeVisible()

  const studio = await browserOf(browser, author)
  const page = await studio.newPage()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/books/${id}/edit`)
  await page.getByRole('link', { name: 'Chapters…' }).click()
  await expect(page.getByRole('heading', { name: 'Chapters', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add a chapter' }).focus()
  await page.keyboard.press('Enter')
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await page.keyboard.type(TITLE)
  await page.getByRole('button', { name: 'Save the chapter' }).click()
  await expect(page.getByRole('link', { name: 'Please paste the text of the chapter' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Markdown' }).fill('They crossed <blink>the</blink> cold water.\n')
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Save the chapter' }).click()
  const row = page.getByRole('listitem').filter({ hasText: TITLE })
  await expect(row).toContainText('Only the authors of the book can read it.')
  await expect(row).toContainText('HTML')
  await expect(page.getByRole('button', { name: 'Add a chapter' })).toBeFocused()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  const [preview] = await Promise.all([
    studio.waitForEvent('page'),
    page.getByRole('link', { name: `Preview ${TITLE}` }).click(),
  ])
  await expect(preview.frameLocator('iframe[title="Text of the book"]:visible').getByText(TITLE).first()).toBeVisible()
  await preview.close()

  await page.getByRole('button', { name: `Publish ${TITLE} later` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Plan it' }).click()
  await expect(row).toContainText('Coming on')
  const shown = await reading.newPage()
  await shown.goto(`/books/${id}`)
  await expect(shown.getByText(`${TITLE} is coming on`)).toBeVisible()
  await expectNoAxeFindings(shown)
  await shown.close()

  await page.getByRole('button', { name: `Publish ${TITLE} now` }).click()
  await expect(row).toContainText('with version 2 of the book')
  await page.goto(`/books/${id}`)
  await expect(page.getByText(`${TITLE} · `)).toBeVisible()
  await studio.close()

  // It stays open beside the text.
  await book.getByRole('button', { name: 'Contents' }).click()
  await inContents('Dawn').click()
  const notice = book.getByRole('region', { name: `New version: ${TITLE}` })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Open the new version' }).click()
  // They are where they were, and the chapter is one page further.
  await expect(book.getByText('of 5', { exact: true })).toBeVisible()
  await expect(book.getByLabel('Page', { exact: true })).toHaveValue('4')
  await expect(text.getByText('They were put out again.')).toBeVisible()
  await book.getByRole('button', { name: 'Contents' }).click()
  await inContents(TITLE).click()
  await expect(text.getByText('cold water')).toBeVisible()
  await reading.close()
})

test('what is typed of a chapter stays while another one is planned, and after a reload, until it is cancelled', async ({
  browser,
}) => {
  const author = await sharedPerson('author')
  const id = await aBook('Lamps Beside Chapters')
  const body = new FormData()
  body.set('title', TITLE)
  body.set('file', new Blob(['They crossed the cold water.']), 'chapter.md')
  await apiOf(theSite(), author)(addChapter, { params: { id }, body })
  const context = await browserOf(browser, author)
  const page = await context.newPage()
  const text = page.getByRole('textbox', { name: 'Markdown' })
  await page.goto(`/books/${id}/edit/chapters`)
  await page.getByRole('button', { name: 'Add a chapter' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Chapter 4')
  await text.fill('The far bank was higher.')
  await page.getByRole('button', { name: `Publish ${TITLE} later` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toHaveValue('The far bank was higher.')
  await page.getByRole('button', { name: `Edit ${TITLE}` }).click()
  await expect(text).toHaveValue('They crossed the cold water.')
  await page.reload()
  await page.getByRole('button', { name: 'Add a chapter' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Chapter 4')
  await expect(text).toHaveValue('The far bank was higher.')

  await page.getByRole('button', { name: `Remove ${TITLE}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No chapters have been added yet.')).toBeVisible()
  await expect(text).toHaveValue('The far bank was higher.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add a chapter' }).click()
  await expect(text).toHaveValue('')
  await context.close()
})
