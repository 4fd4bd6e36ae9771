import { PDFDocument, rgb } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBook } from '#contract/books.ts'
import { editBook, publishBook } from '#contract/publishing.ts'
import { boardColour } from '#covers/mount-page.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm, type BookWords } from '#server/testing/book-form.ts'

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

/** Publishes a book with further form fields, and returns it as its own page has it. */
const publish = async (words: Partial<BookWords>, fields: Record<string, string> = {}) => {
  const form = aBookForm(words)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { book } = await site.api(author)(publishBook, { body: form })
  return read(book._id)
}

const read = (id: string) => site.api()(getBook, { params: { id } })

const change = async (id: string, fields: Record<string, string>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  await site.api(author)(editBook, { params: { id }, body })
  return read(id)
}

const coverOf = async (image: string) => (await site.app.inject({ url: image })).rawPayload

describe('a cover of the series', () => {
  const words = { title: 'Middlemarch', author: 'George Eliot', cover: 'series' }

  test('is drawn from its number, which is stored: the same number gives the same cover', async () => {
    const [first, fourth, again] = [
      await publish(words),
      await publish(words, { coverSeed: '4' }),
      await publish(words, { coverSeed: '4' }),
    ]
    expect([first.coverSeed, fourth.coverSeed, again.coverSeed]).toEqual([0, 4, 4])
    expect(fourth.image).not.toBe(first.image)
    expect(again.image).toBe(fourth.image)
  })

  test('changes with its number, in a form or in JSON, and the number goes with the cover', async () => {
    const book = await publish(words, { coverSeed: '4' })
    const second = await change(book._id, { coverSeed: '9' })
    expect(second.coverSeed).toBe(9)
    expect(second.image).not.toBe(book.image)
    const answer = await site.app.inject({
      method: 'PUT',
      url: `/api/books/${book._id}`,
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      payload: { cover: 'series', coverSeed: 4 },
    })
    expect(answer.json<{ book: { image: string } }>().book.image).toBe(book.image)
    expect((await change(book._id, { caption: 'Other words.' })).coverSeed).toBe(4)
    expect((await change(book._id, { cover: 'first-page' })).coverSeed).toBeNull()
  })

  test.each(['-1', '1.5', '10000', 'x', '', '1e3'])('has no number %j', async (coverSeed) => {
    const form = aBookForm(words)
    form.set('coverSeed', coverSeed)
    expect(await problemFrom(site.api(author)(publishBook, { body: form }))).toMatchObject({
      status: 400,
      errors: { coverSeed: "The cover's number is from 0 to 9999" },
    })
  })
})

describe('a first page', () => {
  const page = async (width: number, height: number, ground: [number, number, number]) => {
    const pdf = await PDFDocument.create()
    const sheet = pdf.addPage([width, height])
    sheet.drawRectangle({ x: 0, y: 0, width, height, color: rgb(...ground) })
    // A mark in each corner, which a crop would cut off.
    for (const [x, y] of [
      [0.04, 0.04],
      [0.93, 0.04],
      [0.04, 0.93],
      [0.93, 0.93],
    ] as const)
      sheet.drawRectangle({
        x: x * width,
        y: y * height,
        width: 0.03 * width,
        height: 0.03 * height,
        color: rgb(1, 0, 0),
      })
    return new Blob([(await pdf.save()) as Uint8Array<ArrayBuffer>])
  }

  /** The number of separate red marks along the rows and the columns of the cover as lists show it. */
  const marksOf = async (image: string) => {
    const { data, info } = await sharp(await coverOf(image.replace('.webp', '-640.webp')))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const isRed = (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels
      return (data[at] ?? 0) > 180 && (data[at + 1] ?? 0) < 90 && (data[at + 2] ?? 0) < 90
    }
    const runs = (flags: boolean[]) => flags.filter((flag, at) => flag && !flags[at - 1]).length
    const xs = Array.from({ length: info.width }, (_, x) => x)
    const ys = Array.from({ length: info.height }, (_, y) => y)
    return [runs(xs.map((x) => ys.some((y) => isRed(x, y)))), runs(ys.map((y) => xs.some((x) => isRed(x, y))))]
  }

  const BLUE: [number, number, number] = [0.1, 0.2, 0.5]

  test.each([
    ['landscape', 800, 500, BLUE],
    ['square', 500, 500, BLUE],
    ['very tall', 300, 1000, BLUE],
    ['white', 595, 842, [1, 1, 1]],
    ['nearly white', 595, 842, [0.96, 0.95, 0.93]],
  ] as const)('that is %s is shown whole on a board in the genre’s cloth', async (_, width, height, ground) => {
    const pdf = await page(width, height, [...ground])
    const book = await publish({ pdf, cover: 'first-page', genre: 'Fantasy' })
    expect(book.imageMounted).toBe(true)
    expect(book.imageColor).toBe(boardColour('Fantasy'))
    expect(await marksOf(book.image)).toEqual([2, 2])
    const { data } = await sharp(await coverOf(book.image))
      .extract({ left: 780, top: 1180, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [red = 0, green = 0, blue = 0] = data
    expect(Math.hypot(red - 0x17, green - 0x49, blue - 0x3a)).toBeLessThan(12)
  })

  test('that is portrait and dark fills the cover, and the flag goes with the cover', async () => {
    const book = await publish({ pdf: await page(595, 842, BLUE), cover: 'first-page' })
    expect([book.imageMounted, book.coverSeed]).toEqual([false, null])
    const mounted = await publish({ pdf: await page(500, 500, BLUE), cover: 'first-page' })
    expect((await change(mounted._id, { cover: 'series' })).imageMounted).toBe(false)
    expect((await change(mounted._id, { cover: 'first-page' })).imageMounted).toBe(true)
  })

  test('that is white has a board which is not white in every genre', async () => {
    const pdf = await page(595, 842, [1, 1, 1])
    const book = await publish({ pdf, cover: 'first-page', genre: 'Philosophy' })
    expect(book.imageColor).toBe('#b3aa96')
  })
})
