import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImageProcessor } from '#server/cover-rendering/create-image-processor.ts'
import { createPdfInspector } from '#server/formats/pdf/inspect-pdf.ts'
import { PdfRejectedError } from '#server/formats/pdf/pdf-error.ts'
import { ImageRejectedError } from '#server/platform/images/image-error.ts'
import { openTestSite, testData, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { damage, randomFrom } from './damage.ts'

/** How many damaged forms of each PDF, and how many pictures in all, are opened; set FUZZ_FILES for more. */
const FILES = Number(process.env['FUZZ_FILES'] ?? 4)
/** How many of each are uploaded. */
const UPLOADS = Number(process.env['FUZZ_UPLOADS'] ?? 1)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
/** When this time is over, the rest is left out, and the number of files says so. */
const BUDGET_MS = Number(process.env['FUZZ_SECONDS'] ?? 120) * 1000

const MEGABYTE = 1024 * 1024
const MAX_MS = 20_000
const MAX_GROWTH = 150 * MEGABYTE
const MAX_LIST_P99_MS = 500
/** On a slow machine the limit is this share of the slowest upload, for which reads would wait if this process did its work. */
const LIST_SHARE = 1 / 4
const TEST_MS = BUDGET_MS + 60_000

interface Sample {
  name: string
  bytes: Buffer
}

const pdfs: Sample[] = []
const pictures: Sample[] = []
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-files-'))
  const books = testData('pdf') ?? join(import.meta.dirname, '../handbooks')
  for (const name of (await readdir(books)).filter((file) => file.endsWith('.pdf')).sort())
    pdfs.push({ name, bytes: await readFile(join(books, name)) })
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const drawn = sharp({ create: { width: 300, height: 450, channels: 3, background: '#fff', noise } })
  for (const name of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const)
    pictures.push({ name, bytes: await drawn.clone().toFormat(name).toBuffer() })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Damaged forms of each sample by turns, the same ones for the same seed. */
function* damagedForms(samples: readonly Sample[], count: number): Generator<Sample> {
  for (let round = 0; round < count; round += 1) {
    for (const [at, { name, bytes }] of samples.entries())
      yield { name: `${name} ${round}`, bytes: damage(bytes, randomFrom(SEED * 1_000_003 + round * 1_009 + at)) }
  }
}

/** Works on all forms, two at a time, within the time budget; returns how many there were and how long the slowest took. */
const workOnAll = async (forms: Iterator<Sample>, work: (form: Sample, at: number) => Promise<void>) => {
  const endsAt = performance.now() + BUDGET_MS
  let count = 0
  let slowestMs = 0
  const workOn = async () => {
    for (let { value, done } = forms.next(); !done && performance.now() < endsAt; { value, done } = forms.next()) {
      const begunAt = performance.now()
      await work(value, (count += 1))
      slowestMs = Math.max(slowestMs, performance.now() - begunAt)
    }
  }
  await Promise.all([workOn(), workOn()])
  return { count, slowestMs }
}

const countedBy = () => {
  const counts: Record<string, number> = {}
  return { counts, add: (name: string) => void (counts[name] = (counts[name] ?? 0) + 1) }
}

const growthSince = (before: number) => {
  globalThis.gc?.()
  return process.memoryUsage.rss() - before
}

const report = (what: string, facts: object) => console.info(`${what} (seed ${SEED}): ${JSON.stringify(facts)}`)

describe('opened by the worker processes', () => {
  test('a damaged PDF is accepted or rejected, in time and without a leak', { timeout: TEST_MS }, async () => {
    const inspector = createPdfInspector()
    const { counts, add } = countedBy()
    const before = process.memoryUsage.rss()
    const { count, slowestMs } = await workOnAll(damagedForms(pdfs, FILES), async ({ name, bytes }, at) => {
      const file = join(folder, `${at}.pdf`)
      await writeFile(file, bytes)
      // Drawing takes most of the time, so every tenth page is drawn.
      const outcome = await inspector.inspect(file, { firstPage: at % 10 === 0 }).then(
        () => 'accepted',
        (error: unknown) => {
          if (error instanceof PdfRejectedError) return error.reason
          throw new Error(name, { cause: error })
        },
      )
      add(outcome)
      await rm(file)
    })
    inspector.close()
    const growth = growthSince(before)
    report('damaged PDFs', { ...counts, ...rounded({ count, slowestMs, growthMb: growth / MEGABYTE }) })
    expect(count).toBeGreaterThan(0)
    expect(slowestMs).toBeLessThan(MAX_MS)
    expect(growth).toBeLessThan(MAX_GROWTH)
  })

  test('a damaged picture is accepted or rejected, in time and without a leak', { timeout: TEST_MS }, async () => {
    const images = createImageProcessor()
    const { counts, add } = countedBy()
    const before = process.memoryUsage.rss()
    const forms = damagedForms(pictures, Math.ceil(FILES / pictures.length))
    const { count, slowestMs } = await workOnAll(forms, async ({ name, bytes }, at) => {
      const file = join(folder, `${at}.image`)
      await writeFile(file, bytes)
      // A cover is encoded in seven files, so every tenth picture becomes one.
      const work = at % 10 === 0 ? images.encodeCover(file) : images.square(file, 256)
      const outcome = await work.then(
        () => 'accepted',
        (error: unknown) => {
          if (error instanceof ImageRejectedError) return error.reason
          throw new Error(name, { cause: error })
        },
      )
      add(outcome)
      await rm(file)
    })
    images.close()
    const growth = growthSince(before)
    report('damaged pictures', { ...counts, ...rounded({ count, slowestMs, growthMb: growth / MEGABYTE }) })
    expect(count).toBeGreaterThan(0)
    expect(slowestMs).toBeLessThan(MAX_MS)
    expect(growth).toBeLessThan(MAX_GROWTH)
  })
})

describe('uploaded', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await openTestSite()
  })
  afterAll(() => site.close())

  /** Reads a list again and again until `work` is done; returns the 99th percentile. */
  const listP99During = async (work: Promise<unknown>) => {
    const reader = await site.aReader()
    const times: number[] = []
    let isDone = false
    const ended = work.finally(() => (isDone = true))
    const read = async () => {
      while (!isDone) {
        const begunAt = performance.now()
        const { statusCode } = await site.app.inject({
          url: `/api/books?page=1&limit=12&query=${times.length}`,
          headers: { authorization: `Bearer ${reader.token}` },
        })
        times.push(performance.now() - begunAt)
        expect(statusCode).toBe(200)
        await pause(10)
      }
    }
    await Promise.all([ended, read()])
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  }

  const ANSWERS = [201, 400, 413, 415, 422]

  const uploadAll = async (forms: Iterator<Sample>, formOf: (bytes: Blob) => FormData) => {
    const authors = await Promise.all(Array.from({ length: 2 }, () => site.anAuthor()))
    const { counts, add } = countedBy()
    const wrong: string[] = []
    const before = process.memoryUsage.rss()
    let slowestMs = 0
    const working = workOnAll(forms, async ({ name, bytes }, at) => {
      const body = new Response(formOf(new Blob([new Uint8Array(bytes)])))
      const { statusCode } = await site.app.inject({
        method: 'POST',
        url: '/api/books',
        headers: {
          authorization: `Bearer ${authors[at % 2]?.token}`,
          'content-type': body.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await body.arrayBuffer()),
      })
      add(String(statusCode))
      if (!ANSWERS.includes(statusCode)) wrong.push(`${name}: ${statusCode}`)
    }).then((done) => (slowestMs = done.slowestMs))
    const listP99Ms = await listP99During(working)
    const growth = growthSince(before)
    report('damaged uploads', { ...counts, ...rounded({ slowestMs, listP99Ms, growthMb: growth / MEGABYTE }) })
    expect(wrong).toEqual([])
    expect(slowestMs).toBeLessThan(MAX_MS)
    expect(growth).toBeLessThan(MAX_GROWTH)
    expect(listP99Ms).toBeLessThan(Math.max(MAX_LIST_P99_MS, LIST_SHARE * slowestMs))
  }

  test('a damaged PDF is answered as accepted or rejected, and others read lists', { timeout: TEST_MS }, async () => {
    await uploadAll(damagedForms(pdfs, UPLOADS), (pdf) => aBookForm({ pdf, cover: 'first-page' }))
  })

  test('a damaged cover is answered as accepted or rejected, and others read lists', { timeout: TEST_MS }, async () => {
    await uploadAll(damagedForms(pictures, UPLOADS), (image) => aBookForm({ image }))
  })
})

const rounded = (facts: Record<string, number>) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Math.round(value)]))
