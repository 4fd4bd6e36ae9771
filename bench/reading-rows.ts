import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Page, chromium } from '@playwright/test'
import { GENRES } from '#contract/shapes/genres.ts'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { getPageReading } from '#contract/text-view.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { launchOptions } from '#tests/browser.ts'
import type { Site } from './library.ts'
import { PHONE } from './reader-row.ts'
import { apiOf, type Row } from './row.ts'

const TURNS = 60
const QUICK_TURNS = 15
/** A reader looks at a page for longer; meanwhile the next one is drawn. */
const LOOK_MS = 600
const READ_PAGES = 400
const QUICK_READ_PAGES = 60
/** A reader pauses: the browser then frees what is no longer used, which it puts off while pages are turned at full speed. */
const PAUSE_MS = 30_000
const MEBIBYTE_IN_KIB = 1024
const OPENED_WITHIN_MS = 30_000

export const pageTurn: Row = {
  name: 'page-turn',
  what: 'ms from a key to the next page on screen, page by page, phone',
  goal: { atMost: 50 },
  measure: (site, { isQuick }) =>
    reading(site, site.longBook, async ({ page }) => {
      await untilPage1(page)
      const ours: number[] = []
      for (let turn = 0; turn < (isQuick ? QUICK_TURNS : TURNS); turn += 1) {
        await page.waitForTimeout(LOOK_MS)
        ours.push(await page.evaluate(turnPage))
      }
      return { ours, unit: 'ms' }
    }),
}

export const readingMemory: Row = {
  name: 'reading-memory',
  what: 'MiB of the tab after 400 pages were read through and a pause, phone',
  goal: { atMost: 250 },
  measure: (site, { isQuick }) =>
    reading(site, site.longBook, async ({ page, memory }) => {
      await untilPage1(page)
      const before = await memory()
      const last = Number(await page.locator('input[type=range]:not([max="1"])').getAttribute('max'))
      const pages = Math.min(isQuick ? QUICK_READ_PAGES : READ_PAGES, last)
      for (let turn = 1; turn < pages; turn += 1) await page.evaluate(turnPage)
      const atEnd = await memory()
      await page.waitForTimeout(PAUSE_MS)
      return {
        ours: [await memory()],
        unit: 'MiB',
        note: `${pages} pages; ${before.toFixed(0)} MiB at the first, ${atEnd.toFixed(0)} MiB at the last before a pause`,
      }
    }),
}

const MANUAL = join(
  process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data'),
  'pdf/libpari-en-427p.pdf',
)
const SEARCHES = 7
const QUICK_SEARCHES = 3
const READ_WITHIN_MS = 120_000
/** Further jobs of the book and what a page loads once it is shown. */
const QUIET_MS = 5000

export const find: Row = {
  name: 'find',
  what: 's until the reader has searched all 427 pages of a manual for a word that it has not, the first search, phone',
  goal: { atMost: 3 },
  measure: async (site, { isQuick }) => {
    const author = apiOf(site, await site.startAuthorSession())
    const pdf = new Blob([await readFile(MANUAL)], { type: 'application/pdf' })
    const { book } = await author(publishBook, { body: aBookForm({ title: 'The Manual', genre: GENRES[0], pdf }) })
    const params = { id: book._id }
    try {
      await untilRead(async () => (await author(getPageReading, { params, query: { page: 1 } })).pages.length > 0)
      const ours: number[] = []
      for (let search = 0; search < (isQuick ? QUICK_SEARCHES : SEARCHES); search += 1)
        ours.push(await reading(site, book._id, ({ page }) => searchWhole(page)))
      return { ours, unit: 's' }
    } finally {
      await author(deleteBook, { params })
    }
  },
}

const untilRead = async (isRead: () => Promise<boolean>) => {
  const begun = performance.now()
  while (!(await isRead())) {
    if (performance.now() - begun > READ_WITHIN_MS) throw new Error('the words of the book were not read')
    await pause(500)
  }
  await pause(QUIET_MS)
}

/** In seconds. */
const searchWhole = async (page: Page) => {
  await untilPage1(page)
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+f')
  const field = page.getByRole('searchbox', { name: 'Find' })
  await field.waitFor()
  const begun = performance.now()
  await field.fill('mizzenmast')
  await page.getByRole('search').getByText('Not in this book').waitFor({ timeout: OPENED_WITHIN_MS })
  return (performance.now() - begun) / 1000
}

interface Reading {
  page: Page
  /** Of the process that shows the page, without what it shares with others. */
  memory: () => Promise<number>
}

const untilPage1 = (page: Page) =>
  page.locator('.page[data-page-number="1"] .endOfContent').waitFor({ state: 'attached', timeout: OPENED_WITHIN_MS })

export const reading = async <Result>(
  { address, tokens }: Site,
  book: string,
  use: (reading: Reading) => Promise<Result>,
) => {
  const browser = await chromium.launch(await launchOptions())
  try {
    const localStorage = [
      { name: 'token', value: tokens[0] ?? '' },
      { name: 'reading:paged', value: 'on' },
    ]
    const context = await browser.newContext({
      ...PHONE,
      storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    })
    const page = await context.newPage()
    await page.goto(`${address}/read/${book}#page=1`)
    const session = await browser.newBrowserCDPSession()
    const memory = async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      const sizes = await Promise.all(
        processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateKib(id)),
      )
      return Math.max(...sizes) / MEBIBYTE_IN_KIB
    }
    return await use({ page, memory })
  } finally {
    await browser.close()
  }
}

const privateKib = async (pid: number) => {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
}

/** Runs in the page: turns to the next page, and resolves to the time until its drawn canvas was painted, in ms. */
const turnPage = () =>
  new Promise<number>((resolve) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')
    const next = Number(slider?.value) + 1
    const begun = performance.now()
    const look = () => {
      const canvas = document.querySelector(`.pdfViewer .page[data-page-number="${next}"][data-loaded] canvas`)
      if (!canvas?.checkVisibility()) return void requestAnimationFrame(look)
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve(performance.now() - begun))
      channel.port1.start()
      requestAnimationFrame(() => channel.port2.postMessage(null))
    }
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
    look()
  })
