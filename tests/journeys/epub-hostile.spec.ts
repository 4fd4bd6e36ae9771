import { type Page, expect, test } from '@playwright/test'
import { getBookFile } from '#contract/books.ts'
import { hostileEpub, listenForBeacons, withChapter } from '#tests/hostile-epub.ts'
import { aBook, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'

/** What ran, and what was opened. */
const watch = (page: Page, sent: string[]) => {
  const seen = { ran: [] as string[], sent, opened: 0 }
  page.on('console', (message) => message.text().includes('PWNED') && seen.ran.push(message.text()))
  page.on('dialog', (dialog) => void dialog.dismiss())
  page.context().on('page', () => (seen.opened += 1))
  return seen
}

const pressEverything = async (page: Page) => {
  const frame = page.frameLocator('iframe[title="Text of the book"]:visible')
  await expect(frame.getByText('Some quiet text of the book')).toBeAttached()
  await frame.locator('body').evaluate((body) => {
    for (const element of body.querySelectorAll<HTMLElement>('a, button, input, summary, img, details'))
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
  await page.waitForLoadState('networkidle')
}

test('a hostile book runs nothing and sends nothing, cleaned or as it is', async ({ browser }) => {
  const beacon = await listenForBeacons()
  const hostile = await hostileEpub(beacon.address)
  test.skip(!hostile, 'needs the hostile book of the recipes')
  if (!hostile) return
  const { _id: id } = await aBook(await sharedPerson('author'), { title: 'A hostile book' }, theSite(), hostile.epub)
  const reader = await aPerson('reader')
  const context = await browserOf(browser, reader)
  const page = await context.newPage()
  const seen = watch(page, beacon.sent)
  await page.goto(`/read/${id}`)
  await pressEverything(page)
  expect(seen).toEqual({ ran: [], sent: [], opened: 0 })

  const { url } = await apiOf(theSite(), reader)(getBookFile, { params: { id } })
  const edition = Buffer.from(await (await fetch(new URL(url, theSite().address))).arrayBuffer())
  const body = await withChapter(edition, hostile.raw)
  await page.route(/\/files\/edition\//, (route) => route.fulfill({ body, contentType: 'application/octet-stream' }))
  await page.reload()
  await pressEverything(page)
  expect(seen).toEqual({ ran: [], sent: [], opened: 0 })
  expect(new URL(page.url()).pathname).toBe(`/read/${id}`)
  const isAlone = await page
    .frameLocator('iframe[title="Text of the book"]:visible')
    .locator('body')
    .evaluate(() => {
      const refuses = (use: () => unknown) => {
        try {
          use()
          return false
        } catch {
          return true
        }
      }
      return refuses(() => localStorage.length) && refuses(() => parent.document) && refuses(() => document.cookie)
    })
  expect(isAlone).toBe(true)
  await context.close()
  beacon.close()
})
