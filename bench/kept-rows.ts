import { randomUUID } from 'node:crypto'
import { type Browser, type Page, chromium } from '@playwright/test'
import { MARKS_MAX } from '#contract/values/marks.ts'
import { saveMarks } from '#contract/marks.ts'
import { publishBook } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { launchOptions } from '#tests/browser.ts'
import { nightLine, threeHundredNights } from '#tests/journeys/three-hundred-nights.ts'
import type { Site } from './library.ts'
import { median } from './rounds.ts'
import { type Row, apiOf } from './row.ts'

const PLACE = 201
const OPENINGS = 9
const QUICK_OPENINGS = 3
const MARKS = MARKS_MAX / 2
const MARKED_PAGES = 10
const MARKS_PER_CALL = 100
const WITHIN_MS = 30_000

export const keptBook: Row = {
  name: 'kept-book',
  what: 'ms until a kept book of 300 pages has text at its place, without a network',
  goal: { atMost: 500 },
  measure: (site, { isQuick }) =>
    inBrowser(site, async ({ browser, book, storageState }) => {
      const device = await browser.newContext({ storageState })
      const first = await device.newPage()
      await first.goto(`${site.address}/read/${book}#page=${PLACE}`)
      await drawn(first, PLACE)
      await first.goto(`${site.address}/books/${book}`)
      await first.getByRole('button', { name: 'Keep for reading offline' }).click()
      await first.getByText('The book is kept on this device.').waitFor({ timeout: WITHIN_MS })
      await first.close()
      await device.setOffline(true)
      await device.addInitScript((selector) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector(selector)) return
          observer.disconnect()
          performance.mark('drawn')
        }).observe(document, { childList: true, subtree: true })
      }, drawnPage(PLACE))
      const ours: number[] = []
      for (let opening = 0; opening < (isQuick ? QUICK_OPENINGS : OPENINGS); opening += 1) {
        const tab = await device.newPage()
        await tab.goto(`${site.address}/read/${book}`)
        await drawn(tab, PLACE)
        ours.push(await tab.evaluate(() => performance.getEntriesByName('drawn')[0]?.startTime ?? Infinity))
        await tab.close()
      }
      return { ours, unit: 'ms' }
    }),
}

export const thousandMarks: Row = {
  name: 'marks-drawer',
  what: 'ms until the drawer shows a thousand marks',
  goal: { atMost: 100 },
  measure: (site, { isQuick }) =>
    inBrowser(site, async ({ browser, book, storageState }) => {
      await addMarks(site, book)
      const page = await (await browser.newContext({ storageState })).newPage()
      await page.goto(`${site.address}/read/${book}#page=1`)
      await drawn(page, 1)
      for (let number = 1; number <= MARKED_PAGES; number += 1) {
        await page.getByRole('textbox', { name: 'Page' }).fill(String(number))
        await page.keyboard.press('Enter')
        const marks = page.locator(`.page[data-page-number="${number}"] [data-mark]`)
        await marks.nth(MARKS / MARKED_PAGES - 1).waitFor({ state: 'attached', timeout: WITHIN_MS })
      }
      const drawing = await page.evaluate(() =>
        performance.getEntriesByName('draw-marks', 'measure').map((one) => one.duration),
      )
      await page.getByRole('button', { name: 'Contents', exact: true }).click()
      const ours: number[] = []
      for (let opening = 0; opening < (isQuick ? QUICK_OPENINGS : OPENINGS); opening += 1) {
        await page.getByRole('button', { name: 'Pages', exact: true }).click()
        ours.push(await page.evaluate(openMarks))
      }
      return { ours, unit: 'ms', note: `the marks of a page are drawn in ${median(drawing).toFixed(1)} ms (goal 12)` }
    }),
}

interface Reading {
  browser: Browser
  book: string
  /** Of a reader who is logged in. */
  storageState: { cookies: never[]; origins: { origin: string; localStorage: { name: string; value: string }[] }[] }
}

const inBrowser = async <Result>(site: Site, use: (reading: Reading) => Promise<Result>) => {
  const browser = await chromium.launch(await launchOptions())
  try {
    const pdf = new Blob([new Uint8Array(await threeHundredNights())], { type: 'application/pdf' })
    const form = aBookForm({ title: 'Three Hundred Nights', pdf })
    const { book } = await apiOf(site, site.authorToken)(publishBook, { body: form })
    const localStorage = [{ name: 'token', value: site.tokens[0] ?? '' }]
    return await use({
      browser,
      book: book._id,
      storageState: { cookies: [], origins: [{ origin: site.address, localStorage }] },
    })
  } finally {
    await browser.close()
  }
}

const drawnPage = (number: number) => `.page[data-page-number="${number}"] .endOfContent`

const drawn = (page: Page, number: number) =>
  page.locator(drawnPage(number)).waitFor({ state: 'attached', timeout: WITHIN_MS })

/** On each of the first pages as many, each of a word further on. */
const addMarks = async (site: Site, book: string) => {
  const api = apiOf(site, site.tokens[0])
  const marks = Array.from({ length: MARKS }, (_, index) => {
    const page = (index % MARKED_PAGES) + 1
    const text = Array.from({ length: 20 }, (_, line) => nightLine(page, line + 1)).join(' ')
    const starts = [...text.matchAll(/\S+/g)].map((word) => word.index)
    const start = starts[Math.floor(index / MARKED_PAGES)] ?? 0
    const exact = text.slice(start).split(' ', 1).join()
    const anchor = { page, start, end: start + exact.length, exact, prefix: '', suffix: '' }
    const createdAt = new Date().toISOString()
    const content = { color: 'gold' as const, note: '', file: '', anchors: [anchor], createdAt }
    return { id: randomUUID(), base: 0, change: randomUUID(), content }
  })
  for (let from = 0; from < MARKS; from += MARKS_PER_CALL)
    await api(saveMarks, { params: { id: book }, body: { changes: marks.slice(from, from + MARKS_PER_CALL) } })
}

/** Runs in the page: resolves to the time from the press on Marks until they are painted. */
const openMarks = async () => {
  const tab = [...document.querySelectorAll<HTMLElement>('nav button')].find((one) => one.textContent === 'Marks')
  const before = performance.now()
  tab?.click()
  while (document.querySelectorAll('nav li > button > span').length < 100) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return performance.now() - before
}
