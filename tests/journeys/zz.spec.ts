import { test } from '@playwright/test'
import { aLongBook } from './long-book.ts'
import { aPerson, browserOf, sharedPerson } from './people.ts'
test('x', async ({ browser }) => {
  const book = (await aLongBook(await sharedPerson('author')))._id
  const context = await browserOf(browser, await aPerson('reader'))
  const page = await context.newPage()
  page.on('console', (m) => console.log('CONSOLE', m.text()))
  page.on('pageerror', (m) => console.log('ERR', m.message))
  await page.goto(`/read/${book}`)
  await page.locator('.textLayer').first().getByText('Night 1').waitFor()
  const state = () =>
    page.evaluate(() =>
      [
        location.href,
        document.querySelector('[role=region]')?.getAttribute('aria-label'),
        JSON.stringify(history.state),
        document.activeElement?.outerHTML.slice(0, 80),
      ].join(' '),
    )
  for (const key of ['ArrowRight', 'End', 'ArrowLeft', 'Home', 'PageDown']) {
    await page.keyboard.press(key)
    for (let i = 0; i < 3; i++) {
      await page.waitForTimeout(150)
      console.log(key, await state())
    }
  }
})
