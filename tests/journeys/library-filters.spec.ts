import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { editBook } from '#contract/publishing.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

test('a reader filters the library with the keyboard, goes back, and takes filters away', async ({ browser }) => {
  const author = await sharedPerson('author')
  const tag = `Tides ${randomUUID().slice(0, 6)}`
  const details = [
    { title: `German ${tag}`, language: 'de-AT', licence: 'cc-by', tags: [tag] },
    { title: `Older ${tag}`, language: 'de', age: 16, tags: [tag] },
    { title: `Polish ${tag}`, language: 'pl', tags: [tag] },
  ]
  for (const { title, ...said } of details) {
    const { _id: id } = await aBook(author, { title })
    await apiOf(theSite(), author)(editBook, { params: { id }, body: said as never })
  }
  const context = await browserOf(browser, author)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()
  const titles = page.getByRole('heading', { level: 2 })
  const chosen = page.getByRole('list', { name: 'Filters chosen' })
  await page.goto(`/library?tag=${encodeURIComponent(tag.toLowerCase())}&age=99`)
  await untilHydrated(page)
  await expect(titles).toHaveText([`Polish ${tag}`, `Older ${tag}`, `German ${tag}`])
  await expect(chosen.getByRole('link')).toHaveText([`Tag: ${tag.toLowerCase()}`, 'Clear all'])

  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Enter')
  const language = page.getByRole('combobox', { name: 'Language' })
  await expect(language.getByRole('option')).toHaveText(['Any', 'German (2)', 'Polish (1)'])
  await language.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/language=de/)
  await expect(language).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '2 books' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Age of readers' }).selectOption('Suitable at 13 (1)')
  await expect(titles).toHaveText([`German ${tag}`])
  await expectGoodLayout(page)

  await page.goBack()
  await expect(titles).toHaveCount(2)
  await page.getByRole('link', { name: 'Remove the filter Language: German' }).press('Enter')
  await expect(titles).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
  await chosen.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/library$/)
  await expect(chosen).toBeHidden()
  expect(pageErrors).toEqual([])
  await context.close()
})
