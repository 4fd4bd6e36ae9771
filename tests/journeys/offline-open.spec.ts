import { expect, test } from '@playwright/test'
import { aBook, browserOf, sharedPerson, theSite } from './people.ts'
import { threeHundredNights } from './three-hundred-nights.ts'

const PLACE = 201
const OPENINGS = 3
const OPENS_WITHIN_MS = 500

interface Opening {
  /** When the page was answered, the PDF was given to pdf.js, and the text was drawn, in milliseconds since the navigation. */
  answered: number
  scripted: number
  drawn: number
  /** Processor time of the main thread, in milliseconds: other work on the machine does not count. */
  worked: number
}

test('a kept book of 300 pages opens at its place without a network within half a second', async ({ browser }) => {
  test.setTimeout(180_000)
  const book = await aBook(
    await sharedPerson('author'),
    { title: 'Nights to Open' },
    theSite(),
    await threeHundredNights(),
  )
  const device = await browserOf(browser, await sharedPerson('reader'))
  const tab = await device.newPage()
  await tab.goto(`/read/${book._id}#page=${PLACE}`)
  await expect(tab.locator(`.page[data-page-number="${PLACE}"] .endOfContent`)).toBeAttached({ timeout: 15_000 })
  await tab.goto(`/books/${book._id}`)
  await tab.getByRole('button', { name: 'Keep for reading offline' }).click()
  await expect(tab.getByText('The book is kept on this device.')).toBeVisible({ timeout: 30_000 })
  await tab.close()
  await device.setOffline(true)
  await device.addInitScript((selector) => {
    const found = (name: string, wanted: string) => {
      if (document.querySelector(wanted) && performance.getEntriesByName(name).length === 0) performance.mark(name)
    }
    new MutationObserver(() => {
      found('scripted', '.pdfViewer .page')
      found('drawn', selector)
    }).observe(document, { childList: true, subtree: true })
  }, `.page[data-page-number="${PLACE}"] .endOfContent`)

  const openings: Opening[] = []
  for (let count = 0; count < OPENINGS; count++) {
    const opened = await device.newPage()
    const client = await device.newCDPSession(opened)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    await opened.goto(`/read/${book._id}`)
    await expect(opened.locator('.textLayer span', { hasText: `Night ${PLACE}, hour 1:` })).toBeVisible()
    const { metrics } = await client.send('Performance.getMetrics')
    const times = await opened.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Infinity
      return { answered: navigation?.responseEnd ?? Infinity, scripted: at('scripted'), drawn: at('drawn') }
    })
    const task = metrics.find(({ name }) => name === 'TaskDuration')
    openings.push({ ...times, worked: (task?.value ?? Infinity) * 1000 })
    await opened.close()
  }
  await device.close()
  for (const { answered, scripted, drawn, worked } of openings)
    console.log(
      `opened in ${drawn.toFixed()} ms: page ${answered.toFixed()}, pages laid out ${scripted.toFixed()}; worked ${worked.toFixed()} ms`,
    )
  const median = openings.map(({ worked }) => worked).toSorted((one, other) => one - other)[OPENINGS >> 1]
  expect(median).toBeLessThan(OPENS_WITHIN_MS)
})
