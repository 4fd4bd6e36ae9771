import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { GENRES } from '#contract/shapes/genres.ts'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { generatedEpub } from './generated-epub.ts'
import type { Site } from './library.ts'
import { measureOpenings, timesOf } from './reader-row.ts'
import { reading } from './reading-rows.ts'
import { apiOf, type Row } from './row.ts'

const REAL = join(process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data'), 'epub')
const MB = 1_000_000
const CHAPTERS = 60
const QUICK_CHAPTERS = 15
const SCREENS = 400
const QUICK_SCREENS = 60
const LOOK_MS = 600
const PAUSE_MS = 30_000
const SLOW_MS = 300
const REAL_CHAPTERS = 3
const REAL_SCREENS = 250
const SHORT_LOOK_MS = 60

/** Publishes an EPUB for as long as it is used. */
export const withEpub = async <Result>(
  site: Site,
  epub: Buffer,
  use: (id: string) => Promise<Result>,
): Promise<Result> => {
  const author = apiOf(site, await site.startAuthorSession())
  const { book } = await author(publishBook, { body: anEpubForm(epub, { genre: GENRES[0] }) })
  try {
    return await use(book._id)
  } finally {
    await author(deleteBook, { params: { id: book._id } })
  }
}

const epubReader: Row = {
  name: 'epub-reader',
  what: 's from Read Now to the first page of an EPUB of 1 MB, phone, cold cache',
  goal: { atMost: 1 },
  measure: async (site, { isQuick }) =>
    withEpub(site, await generatedEpub(MB, false), (book) =>
      measureOpenings(site, { book, times: timesOf(isQuick), report: reportFirstScreen }),
    ),
}

const realEpubs = async () => (await readdir(REAL)).filter((file) => file.endsWith('.epub'))

const epubReal: Row = {
  name: 'epub-real',
  what: 's from Read Now to the first page of each real EPUB, phone, cold cache',
  goal: { atMost: 1 },
  measure: async (site) => {
    const ours: number[] = []
    const slow: string[] = []
    for (const name of await realEpubs()) {
      const opened = await withEpub(site, await readFile(join(REAL, name)), (book) =>
        measureOpenings(site, { book, times: 1, report: reportFirstScreen }),
      )
      ours.push(...opened.ours)
      if ((opened.ours[0] ?? 0) > 1) slow.push(`${name} ${opened.ours[0]?.toFixed(2)}`)
    }
    return { ours, unit: 's', note: `${ours.length} books; over 1 s: ${slow.join(', ') || 'none'}` }
  },
}

const epubChapter: Row = {
  name: 'epub-chapter',
  what: 'ms from a key to the next chapter on screen, phone',
  goal: { atMost: 300 },
  measure: (site, { isQuick }) => {
    const count = isQuick ? QUICK_CHAPTERS : CHAPTERS
    const chapters = Object.fromEntries(
      Array.from({ length: count + 2 }, (_, at) => [`c${at}`, `<h1>Chapter ${at}</h1>`]),
    )
    return withEpub(site, anEpub({ chapters }), (book) =>
      reading(site, book, async ({ page }) => {
        const ours: number[] = []
        await page.getByRole('region', { name: /^Page 1 of/ }).waitFor()
        for (let turn = 0; turn < count; turn += 1) {
          await page.waitForTimeout(LOOK_MS)
          ours.push(await page.evaluate(turnChapter))
        }
        return { ours, unit: 'ms' }
      }),
    )
  },
}

const epubRealChapter: Row = {
  name: 'epub-real-chapter',
  what: 'ms from a key to the next chapter of each real EPUB on screen, the slowest of three, phone',
  goal: { atMost: 300 },
  measure: async (site) => {
    const ours: number[] = []
    const slow: string[] = []
    const none: string[] = []
    for (const name of await realEpubs()) {
      const slowest = await withEpub(site, await readFile(join(REAL, name)), (book) =>
        reading(site, book, slowestChapter),
      )
      if (slowest === undefined) none.push(name)
      else ours.push(slowest)
      if (slowest !== undefined && slowest > SLOW_MS) slow.push(`${name} ${slowest.toFixed(0)}`)
    }
    return {
      ours,
      unit: 'ms',
      note: `${ours.length} books; over 300 ms: ${slow.join(', ') || 'none'}; without a second chapter near: ${none.join(', ') || 'none'}`,
    }
  },
}

/** Turns screens until three chapters have begun, or many screens were turned. */
const slowestChapter = async ({ page }: { page: Page }) => {
  await page.addInitScript(noteMoves)
  await page.reload()
  await page.getByRole('region', { name: /^Page 1 of/ }).waitFor()
  const taken: number[] = []
  for (let turn = 0; turn < REAL_SCREENS && taken.length < REAL_CHAPTERS; turn += 1) {
    await page.waitForTimeout(taken.length === 0 && turn === 0 ? LOOK_MS : SHORT_LOOK_MS)
    const turned = await page.evaluate(turnScreen)
    if (!turned) break
    if (turned.isChapter) taken.push(turned.ms)
  }
  return taken.length > 0 ? Math.max(...taken) : undefined
}

const epubMemory: Row = {
  name: 'epub-memory',
  what: 'MiB of the tab after 400 screens of an EPUB and a pause, phone',
  goal: { atMost: 250 },
  measure: async (site, { isQuick }) =>
    withEpub(site, await generatedEpub(4 * MB, true), (book) =>
      reading(site, book, async ({ page, memory }) => {
        await page.getByRole('region', { name: /^Page 1 of/ }).waitFor()
        const before = await memory()
        for (let turn = 0; turn < (isQuick ? QUICK_SCREENS : SCREENS); turn += 1) {
          await page.keyboard.press('PageDown')
          await page.waitForTimeout(100)
        }
        const place = await page.getByRole('region', { name: /^Page \d+ of/ }).getAttribute('aria-label')
        await page.waitForTimeout(PAUSE_MS)
        return {
          ours: [await memory()],
          unit: 'MiB',
          note: `${before.toFixed(0)} MiB at the first; ${place} at the last`,
        }
      }),
    ),
}

/** Runs in the page: records when the frame of the book is visible and a frame of the window has been painted since. */
const reportFirstScreen = () => {
  const look = () => {
    const frame = document.querySelector('[role=region][aria-label^="Page "] iframe')
    if (!frame?.checkVisibility({ visibilityProperty: true })) return requestAnimationFrame(look)
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => Object.assign(window, { firstPageAt: Date.now() }))
    channel.port1.start()
    return requestAnimationFrame(() => channel.port2.postMessage(null))
  }
  look()
}

/** Runs in the page: turns to the next chapter, and resolves to the time until the reader is there, in ms. */
const turnChapter = () =>
  new Promise<number>((resolve) => {
    const pageNow = () => document.querySelector('[role=region][aria-label^="Page "]')?.getAttribute('aria-label')
    const before = pageNow()
    const begun = performance.now()
    const look = () => {
      if (pageNow() === before) return void requestAnimationFrame(look)
      requestAnimationFrame(() => resolve(performance.now() - begun))
    }
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true }))
    look()
  })

type Moves = typeof globalThis & { loadedAt: number; movedAt: number }

/** Runs before each document: notes when a frame of the book says that a chapter is laid out, and that its place has changed. */
const noteMoves = () => {
  const moves = Object.assign(globalThis, { loadedAt: 0, movedAt: 0 })
  const add = MessagePort.prototype.addEventListener
  MessagePort.prototype.addEventListener = function (this: MessagePort, ...[type, listener, options]: unknown[]) {
    const act = listener as (event: MessageEvent) => void
    const heard = (event: MessageEvent<{ kind?: string; why?: string } | null>) => {
      const { kind, why } = event.data ?? {}
      act(event)
      if (kind === 'loaded') moves.loadedAt = performance.now()
      if (kind === 'moved' && why !== 'layout') moves.movedAt = performance.now()
    }
    add.call(this, type as string, heard as EventListener, options as AddEventListenerOptions)
  } as typeof add
}

/** Runs in the page: turns to the next screen, and resolves to the time until it is painted; undefined behind the last. */
const turnScreen = () =>
  new Promise<{ ms: number; isChapter: boolean } | undefined>((resolve) => {
    const END_MS = 3000
    const moves = Object.assign(globalThis as Moves, { loadedAt: 0, movedAt: 0 })
    const begun = performance.now()
    const look = () => {
      if (performance.now() - begun > END_MS) return resolve(undefined)
      if (moves.movedAt === 0) return void requestAnimationFrame(look)
      requestAnimationFrame(() => resolve({ ms: performance.now() - begun, isChapter: moves.loadedAt > 0 }))
    }
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true }))
    look()
  })

export const epubReading = [epubReader, epubReal, epubChapter, epubRealChapter, epubMemory]
