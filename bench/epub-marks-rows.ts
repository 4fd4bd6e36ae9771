import type { Page } from '@playwright/test'
import { getBookFile } from '#contract/books.ts'
import { pageStarts } from '#contract/shapes/edition-pages.ts'
import { MARKS_MAX } from '#contract/values/marks.ts'
import { saveMarks } from '#contract/marks.ts'
import { openEdition } from '#server/formats/epub/read-edition.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { withEpub } from './epub-rows.ts'
import type { Site } from './library.ts'
import { reading } from './reading-rows.ts'
import { apiOf, type Row } from './row.ts'

const MARKS = MARKS_MAX / 2
const MARKS_PER_CALL = 100
const PARAGRAPHS = 1000
const DRAWINGS = 15
const QUICK_DRAWINGS = 5
const TURNS = 60
const QUICK_TURNS = 15
const LOOK_MS = 300
const WITHIN_MS = 30_000

/** A short chapter, and one as long as the longest of most books, with a mark in each of its paragraphs. */
const markedBook = () => {
  const paragraphs = Array.from(
    { length: PARAGRAPHS },
    (_, n) =>
      `<p>Lamp ${n} was lit at dusk, <em>whoever</em> had the key, and the keeper wrote it down beside the tide, the wind and the names of the boats.</p>`,
  )
  return anEpub({ chapters: { one: '<h1>One</h1>', two: paragraphs.join('') } })
}

const addMarks = async (site: Site, id: string) => {
  const api = apiOf(site, site.tokens[0])
  const { url } = await api(getBookFile, { params: { id } })
  const bytes = Buffer.from(await (await fetch(new URL(url, site.address))).arrayBuffer())
  const edition = await openEdition(async (begin, end) => bytes.subarray(begin, end))
  const { text } = await edition.chapter(1)
  const starts = pageStarts(text)
  const createdAt = new Date().toISOString()
  const marks = Array.from({ length: MARKS }, (_, n) => {
    const exact = `Lamp ${n}`
    const position = text.indexOf(`${exact} `)
    const at = starts.findLastIndex((start) => start <= position)
    const start = position - (starts[at] ?? 0)
    // The first chapter is one page.
    const anchor = { page: at + 2, start, end: start + exact.length, exact, prefix: '', suffix: '' }
    const content = { color: 'gold' as const, note: '', file: '', anchors: [anchor], createdAt }
    return { id: crypto.randomUUID(), base: 0, change: crypto.randomUUID(), content }
  })
  for (let from = 0; from < MARKS; from += MARKS_PER_CALL)
    await api(saveMarks, { params: { id }, body: { changes: marks.slice(from, from + MARKS_PER_CALL) } })
}

/**
 * Runs before each document: notes, as times of the system, when a chapter was laid out, when all marks were painted in it,
 * and when a screen was painted that was turned to.
 */
const noteTimes = (count: number) => {
  const times = Object.assign(globalThis, { laidOutAt: 0, drawnAt: 0, turnedAt: 0 })
  const now = () => performance.timeOrigin + performance.now()
  const whenPainted = (use: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- that is what is replaced below.
      channel.port1.onmessage = use
      channel.port2.postMessage(null)
    })
  const add = MessagePort.prototype.addEventListener
  MessagePort.prototype.addEventListener = function (this: MessagePort, ...[type, listener, options]: unknown[]) {
    const act = listener as (event: MessageEvent) => void
    const heard = (event: MessageEvent<{ kind?: string; marks?: unknown[] } | null>) => {
      const { kind, marks } = event.data ?? {}
      if (kind === 'loaded') times.laidOutAt = now()
      act(event)
      if (kind === 'marks' && marks && marks.length >= count) whenPainted(() => (times.drawnAt = now()))
      if (kind === 'turn') whenPainted(() => (times.turnedAt = now()))
    }
    add.call(this, type as string, heard as EventListener, options as AddEventListenerOptions)
  } as typeof add
}

type Times = typeof globalThis & { laidOutAt: number; drawnAt: number; turnedAt: number }

const withMarks = <Result>(site: Site, use: (page: Page) => Promise<Result>) =>
  withEpub(site, markedBook(), async (book) => {
    await addMarks(site, book)
    return reading(site, book, async ({ page }) => {
      await page.addInitScript(noteTimes, MARKS)
      await page.reload()
      await page.getByRole('region', { name: /^Page 1 of/ }).waitFor({ timeout: WITHIN_MS })
      // The first time they come from the server.
      await drawMarks(page)
      return use(page)
    })
  })

const frameOf = (page: Page) => page.frames().find((frame) => frame !== page.mainFrame()) ?? page.mainFrame()

/** Turns to the marked chapter, and resolves to the time from its layout until its marks are painted. */
const drawMarks = async (page: Page) => {
  await page.evaluate(() => ((globalThis as Times).laidOutAt = 0))
  await frameOf(page).evaluate(() => ((globalThis as Times).drawnAt = 0))
  await page.keyboard.press('PageDown')
  const drawn = await frameOf(page).waitForFunction(() => (globalThis as Times).drawnAt, undefined, {
    timeout: WITHIN_MS,
  })
  return (await drawn.jsonValue()) - (await page.evaluate(() => (globalThis as Times).laidOutAt))
}

const epubMarks: Row = {
  name: 'epub-marks',
  what: 'ms until 1,000 highlights are painted in a chapter that is laid out, phone',
  goal: { atMost: 300 },
  measure: (site, { isQuick }) =>
    withMarks(site, async (page) => {
      const ours: number[] = []
      for (let drawing = 0; drawing < (isQuick ? QUICK_DRAWINGS : DRAWINGS); drawing += 1) {
        await page.keyboard.press('PageUp')
        await page.getByRole('region', { name: /^Page 1 of/ }).waitFor()
        ours.push(await drawMarks(page))
      }
      return { ours, unit: 'ms' }
    }),
}

const epubMarksTurn: Row = {
  name: 'epub-marks-turn',
  what: 'ms from a key to the next screen of that chapter, phone',
  goal: { atMost: 50 },
  measure: (site, { isQuick }) =>
    withMarks(site, async (page) => {
      const ours: number[] = []
      for (let turn = 0; turn < (isQuick ? QUICK_TURNS : TURNS); turn += 1) {
        await page.waitForTimeout(LOOK_MS)
        await frameOf(page).evaluate(() => ((globalThis as Times).turnedAt = 0))
        const pressedAt = await page.evaluate(pressPageDown)
        const turned = await frameOf(page).waitForFunction(() => (globalThis as Times).turnedAt, undefined, {
          timeout: WITHIN_MS,
        })
        ours.push((await turned.jsonValue()) - pressedAt)
      }
      return { ours, unit: 'ms' }
    }),
}

const pressPageDown = () => {
  const pressedAt = performance.timeOrigin + performance.now()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true }))
  return pressedAt
}

export const markedEpub = [epubMarks, epubMarksTurn]
