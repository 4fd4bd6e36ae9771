import { expect, test } from '@playwright/test'
import { getHistory } from '#contract/reading.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, aPerson, apiOf, browserOf, sharedPerson, theSite, untilDayIsLongEnough } from './people.ts'
import { aPrintedPdf } from './printed-pdf.ts'
import { collectPageErrors } from './watched-page.ts'

test('a reader sees how they read, sets a goal, switches the history off and deletes it', async ({ browser }) => {
  await untilDayIsLongEnough()
  const [author, reader] = await Promise.all([sharedPerson('author'), aPerson('reader')])
  const lines = ['One ferry', 'Two ferries', 'Three ferries']
  const book = await aBook(author, { title: 'The Ferry Log' }, theSite(), await aPrintedPdf(lines))
  const context = await browserOf(browser, reader)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()
  const year = new Date().getFullYear()
  const history = () => apiOf(theSite(), reader)(getHistory, { query: { year: String(year) } })

  await page.goto('/my/history')
  await expect(page.getByText(`Nothing read in ${year} yet.`)).toBeVisible()
  await expectGoodLayout(page)

  const saved = () => page.waitForResponse((one) => one.url().endsWith('/position') && one.request().method() === 'PUT')
  const opened = saved()
  await page.goto(`/read/${book._id}`)
  await expect(page.getByRole('region', { name: 'Page 1 of 3' })).toBeVisible()
  await opened
  await page.getByRole('region', { name: 'Page 1 of 3' }).focus()
  // Without a network pages are turned too, and sent later.
  await context.setOffline(true)
  await page.keyboard.press('End')
  await expect(page.getByText('Three ferries')).toBeInViewport()
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage).some(([key, value]) => key.startsWith('place:') && value.includes('"page":3')),
      ),
    )
    .toBe(true)
  const late = saved()
  await context.setOffline(false)
  await late
  await expect.poll(history).toMatchObject({ days: [{ pages: 2 }], finished: [{ title: 'The Ferry Log' }] })

  await page.goto('/my')
  await page.getByRole('navigation', { name: 'My pages' }).getByRole('link', { name: 'History' }).click()
  const short = page.getByRole('region', { name: 'Overview' })
  await expect(short).toContainText('Days with reading1')
  await expect(short).toContainText('Pages turned2')
  await expect(short).toContainText('Books finished1')
  await expect(page.getByRole('table', { name: `Time read on each day of ${year}` }).getByRole('row')).toHaveCount(13)
  await expect(page.getByRole('table', { name: `Reading by month in ${year}` }).getByRole('row')).toHaveCount(2)
  await expectGoodLayout(page)
  await page.getByText('Show days as list').press('Enter')
  await expect(page.getByRole('table', { name: `Time read on each day of ${year}` }).last()).toContainText('2')
  await expect(page.getByRole('link', { name: 'The Ferry Log' }).first()).toHaveAttribute('href', `/book/${book._id}`)

  await page.getByRole('combobox', { name: 'Goal' }).selectOption('Books a year')
  await page.getByRole('textbox', { name: 'How many' }).fill('many')
  await page.getByRole('button', { name: 'Save the goal' }).click()
  await expect(page.getByText('A whole number from 1 to 1,000')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'How many' })).toBeFocused()
  await page.getByRole('textbox', { name: 'How many' }).fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 12 books this year')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'How many' })).toBeFocused()
  await expectGoodLayout(page)

  await page.getByRole('checkbox', { name: 'Keep my reading history' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Your history is switched off')).toBeVisible()
  expect(await history()).toMatchObject({ isKept: false, days: [{ pages: 2 }] })

  await page.getByRole('button', { name: 'Delete my history' }).click()
  await expectNoAxeFindings(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my history' }).click()
  await expect(page.getByText(`Nothing read in ${year} yet.`)).toBeVisible()
  expect(await history()).toMatchObject({ isKept: false, days: [], years: [] })
  await page.goto(`/my/history/${year - 1}`)
  await expect(page.getByRole('heading', { level: 1, name: `Reading history, ${year - 1}` })).toBeVisible()
  expect(pageErrors.filter((error) => !error.includes('net::ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await context.close()
})
