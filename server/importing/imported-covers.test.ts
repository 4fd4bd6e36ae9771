import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getDashboardStats } from '#contract/admin.ts'
import { getBook } from '#contract/books.ts'
import { editBook } from '#contract/publishing.ts'
import { coverFiles } from '#server/books/cover-key.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { aPicture } from '#server/testing/book-form.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { beforeImports, booksOf, epubOf, importInto, makeCovers, pdfOf, writeFiles } from './testing-import.ts'

let site: TestSite
let folder: string
let author: Person

beforeImports((given) => ({ site, author, folder } = given))

const importFiles = async (files: Record<string, Buffer>) => {
  await writeFiles(folder, files)
  return importInto(site, { source: folder, email: author.email, report: join(folder, '.reports') })
}
const pending = async () => (await site.api(await site.anAdmin())(getDashboardStats)).data.waiting.coversToMake

const pictured = async (title: string) =>
  anEpub({
    metadata: `<dc:title>${title}</dc:title><dc:language>en</dc:language>`,
    chapters: { one: `<p>${title}.</p>` },
    files: {
      'cover.png': { type: 'image/png', data: Buffer.from(await aPicture().arrayBuffer()), properties: 'cover-image' },
    },
  })

test('an imported book has a plain cover in all sizes until its own is made', async () => {
  await importFiles({ 'a.epub': epubOf('Drawn'), 'page.pdf': pdfOf('page'), 'p.epub': await pictured('Pictured') })
  const before = await booksOf(site, author)
  const [plain = ''] = new Set(before.map(({ cover }) => cover))
  expect(new Set(before.map(({ cover }) => cover)).size).toBe(1)
  for (const form of ['.webp', '-160.avif', '-640.webp'])
    expect((await site.app.inject({ url: `/files/cover/${plain}${form}` })).statusCode).toBe(200)
  expect(await pending()).toBe(3)
  const id = before[0]?.id ?? ''
  const shown = await site.api()(getBook, { params: { id } })
  await makeCovers(site)
  const after = (await booksOf(site, author)).toSorted((one, other) => (one.title < other.title ? -1 : 1))
  expect(after.map(({ title, coverSeed, coverMounted }) => [title, coverSeed, coverMounted])).toEqual([
    ['Drawn', 0, false],
    ['Pictured', null, false],
    ['page', null, true],
  ])
  expect(new Set([plain, ...after.map(({ cover }) => cover)]).size).toBe(4)
  expect(await pending()).toBe(0)
  // What was cached of the book has the new cover.
  expect((await site.api()(getBook, { params: { id } })).image).not.toBe(shown.image)
  await sweepFiles(site.services, new Date(Date.now() + 60_000))
  const sizes = await Promise.all(coverFiles(plain).keys.map((key) => site.services.storage.size(key)))
  expect(sizes.filter((size) => size !== undefined)).toEqual([])
})

test('a cover that was chosen meanwhile stays, and new words are drawn', async () => {
  await importFiles({ 'chosen.epub': epubOf('Chosen'), 'renamed.epub': epubOf('Renamed') })
  const [chosen, renamed] = await booksOf(site, author)
  const edit = (id = '', body: object = {}) => site.api(author)(editBook, { params: { id }, body: body as never })
  await edit(chosen?.id, { cover: 'series', coverSeed: 5 })
  await edit(renamed?.id, { title: 'Renamed twice' })
  const [{ cover = '' } = {}] = await booksOf(site, author)
  await makeCovers(site)
  const [first, second] = await booksOf(site, author)
  expect(first).toMatchObject({ cover, coverSeed: 5 })
  expect(second).toMatchObject({ title: 'Renamed twice', coverSeed: 0 })
  expect(second?.cover).not.toBe(renamed?.cover)
})

test('a cover whose process was killed is made when its claim has ended, and drawn if that fails again and again', async () => {
  await importFiles({ 'killed.epub': await pictured('Killed') })
  const { db } = site.services
  await db
    .updateTable('pendingCovers')
    .set({ claimedUntil: new Date(Date.now() + 60_000), tries: 3 })
    .execute()
  await makeCovers(site)
  expect(await pending()).toBe(1)
  await sql`update pending_covers set claimed_until = now()`.execute(db)
  await makeCovers(site)
  expect(await pending()).toBe(0)
  expect(await booksOf(site, author)).toMatchObject([{ title: 'Killed', coverSeed: 0 }])
})

test('a book that is deleted needs no cover', async () => {
  await importFiles({ 'gone.epub': epubOf('Gone') })
  await site.services.db.deleteFrom('books').where('publisherId', '=', author._id).execute()
  expect(await pending()).toBe(0)
})
