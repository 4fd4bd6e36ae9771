import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from '#tests/browser.ts'
import { fetchEngine } from '#tests/old-browsers/fetch-engine.ts'
import type { Site } from './library.ts'
import type { Measurement, Row } from './row.ts'

/** A small phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const OPENINGS = 9
const QUICK_OPENINGS = 3
const PAINTED_WITHIN_MS = 30_000

export const timesOf = (isQuick: boolean) => (isQuick ? QUICK_OPENINGS : OPENINGS)

export const reader: Row = {
  name: 'reader',
  what: 's from Read Now to the first painted page of 400, phone, cold cache',
  goal: { atMost: 1 },
  measure: (site, { isQuick }) =>
    measureOpenings(site, { book: site.longBook, times: timesOf(isQuick), report: reportFirstPage }),
}

const OLDEST = '106'

export const oldestReader: Row = {
  name: 'reader-oldest',
  what: `the same in Chromium ${OLDEST}, with the legacy build of pdf.js`,
  goal: { atMost: 1.5 },
  reference: 'the newest engine',
  measure: async (site, { isQuick }) => {
    const newest = await chromium.launch(await launchOptions())
    const oldest = await chromium.launch(await launchOptions(fetchEngine(OLDEST)))
    const opened = { book: site.longBook, report: reportFirstPage }
    const measured = { ours: [] as number[], reference: [] as number[], unit: 's' }
    try {
      for (let opening = 0; opening < timesOf(isQuick); opening += 1) {
        measured.ours.push(await openBook(oldest, site, opened))
        measured.reference.push(await openBook(newest, site, opened))
      }
    } finally {
      await Promise.all([newest.close(), oldest.close()])
    }
    return measured
  },
}

interface Openings {
  book: string
  /** How often it is opened. */
  times: number
  /** Runs in the page, and sets `firstPageAt`. */
  report: () => void
}

export const measureOpenings = async (site: Site, { times, ...opened }: Openings): Promise<Measurement> => {
  const browser = await chromium.launch(await launchOptions())
  const ours: number[] = []
  try {
    for (let opening = 0; opening < times; opening += 1) ours.push(await openBook(browser, site, opened))
  } finally {
    await browser.close()
  }
  return { ours, unit: 's' }
}

/** A browser of the size of a phone, with an empty cache, in which the first reader is logged in. */
export const openPhone = (browser: Browser, { address, tokens }: Pick<Site, 'address' | 'tokens'>) => {
  const localStorage = [{ name: 'token', value: tokens[0] ?? '' }]
  const storageState = { cookies: [], origins: [{ origin: address, localStorage }] }
  return browser.newContext({ ...PHONE, storageState })
}

/** Seconds from the press on Read Now to the first painted page, in a browser without a cache. */
const openBook = async (
  browser: Browser,
  { address, tokens }: Site,
  { book, report }: Pick<Openings, 'book' | 'report'>,
) => {
  const context = await openPhone(browser, { address, tokens })
  try {
    const page = await context.newPage()
    await page.goto(`${address}/books/${book}`, { waitUntil: 'networkidle' })
    // Epoch times are the same clock in both tabs.
    await page.evaluate(() =>
      document.addEventListener('click', () => sessionStorage.setItem('clicked', String(Date.now())), true),
    )
    const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: /^Read Now/ }).tap()])
    // Not as an initial script: browsers do not always run one in a tab that a link has opened.
    await tab.waitForURL('**/read/**', { waitUntil: 'commit' })
    await tab.evaluate(report)
    await tab.waitForFunction(() => 'firstPageAt' in window, undefined, { timeout: PAINTED_WITHIN_MS })
    const paintedAt = await tab.evaluate(() => (window as unknown as { firstPageAt: number }).firstPageAt)
    const clickedAt = Number(await page.evaluate(() => sessionStorage.getItem('clicked')))
    return (paintedAt - clickedAt) / 1000
  } finally {
    await context.close()
  }
}

/** Runs in the page: records when the first page has ink on its visible canvas and a frame has been painted since. */
const reportFirstPage = () => {
  const scratch = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
  const sample = scratch.getContext('2d', { willReadFrequently: true })
  const hasInk = (canvas: HTMLCanvasElement) => {
    if (!sample || canvas.width === 0 || getComputedStyle(canvas).visibility === 'hidden') return false
    sample.drawImage(canvas, 0, 0, 64, 64)
    const { data } = sample.getImageData(0, 0, 64, 64)
    return data.some((value, index) => index % 4 === 0 && value < 240 && data[index + 3] === 255)
  }
  const look = () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.pdfViewer .page canvas')
    if (!canvas || !hasInk(canvas)) return requestAnimationFrame(look)
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => Object.assign(window, { firstPageAt: Date.now() }))
    channel.port1.start()
    return requestAnimationFrame(() => channel.port2.postMessage(null))
  }
  look()
}
