import { type Browser, chromium } from '@playwright/test'
import pg from 'pg'
import { insertMarks } from '#server/marks/testing-marks.ts'
import { launchOptions } from '#tests/browser.ts'
import type { Site } from './library.ts'
import { openPhone, timesOf } from './reader-row.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'
import { fillShelvesOnce } from './shelf-rows.ts'

const MARKED_BOOKS = 200
const MARKS = 20_000
/** The processor of the other rows for a phone, and one that is slowed as Lighthouse does. */
const SLOWDOWNS = { ours: 1, slowed: 4 }
const SHOWN_WITHIN_MS = 30_000
/** A page, and what it shows first of the reader's own. */
const PAGES = [
  { path: '/my', first: 'main li a[href^="/book/"]' },
  { path: '/my/want', first: 'main li a[href^="/book/"]' },
  { path: '/my/notes', first: 'main li[data-color]' },
]

export const myPages: Row = {
  name: 'my-pages',
  what: "s until a reader's page shows its first books or notes and answers, phone, cold cache, the slowest page",
  goal: { atMost: 1 },
  measure: async (site, { isQuick }) => {
    await fillShelvesOnce(site)
    await addMarks(site)
    const browser = await chromium.launch(await launchOptions())
    try {
      const all = []
      for (const page of PAGES) {
        const times = { ours: [] as number[], slowed: [] as number[] }
        for (let opening = 0; opening < timesOf(isQuick); opening += 1)
          for (const processor of ['ours', 'slowed'] as const)
            times[processor].push(await openPage(browser, site, { ...page, slowdown: SLOWDOWNS[processor] }))
        all.push({ path: page.path, ...times })
      }
      const slowest = all.reduce((a, b) => (median(b.ours) > median(a.ours) ? b : a))
      const note = all.map(
        ({ path, ours, slowed }) =>
          `${path} ${median(ours).toFixed(2)} s, slowed four times ${median(slowed).toFixed(2)} s`,
      )
      return { ours: slowest.ours, unit: 's', note: note.join('; ') }
    } finally {
      await browser.close()
    }
  },
}

const addMarks = async ({ database, readers, bookIds }: Site) => {
  const client = new pg.Client(database)
  await client.connect()
  await client.query('delete from marked_books where user_id = $1', [readers[0]])
  for (const { text, values } of insertMarks(readers[0] ?? '', bookIds.slice(0, MARKED_BOOKS), MARKS / MARKED_BOOKS))
    await client.query(text, values)
  await client.end()
}

/** Seconds from the request of a page to a frame that shows `first` and a task that runs after it, without a cache. */
const openPage = async (
  browser: Browser,
  { address, tokens }: Site,
  { path, first, slowdown }: { path: string; first: string; slowdown: number },
) => {
  const context = await openPhone(browser, { address, tokens })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(reportWhenShown, first)
    await page.goto(address + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'shownAt' in window, undefined, { timeout: SHOWN_WITHIN_MS })
    return (await page.evaluate(() => (window as unknown as { shownAt: number }).shownAt)) / 1000
  } finally {
    await context.close()
  }
}

/** Runs in the page: records when what `selector` finds has been painted and the main thread is free for a task. */
const reportWhenShown = (selector: string) => {
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look)
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => Object.assign(window, { shownAt: performance.now() }))
    channel.port1.start()
    return requestAnimationFrame(() => channel.port2.postMessage(null))
  }
  look()
}
