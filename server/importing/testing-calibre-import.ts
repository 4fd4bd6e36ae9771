import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { getBook } from '#contract/books.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'
import { aPicture } from '#server/testing/book-form.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { type CalibreEntry, makeCalibreLibrary } from './testing-calibre.ts'
import { epubOf, importInto, pdfOf } from './testing-import.ts'

/** Every third has a cover and a series, every fourth both formats. */
const entriesOf = (count: number, cover: Buffer): CalibreEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    title: titleOf(n),
    authors: [`Writer ${n % 7}`, 'Marsh| Ottoline'],
    tags: tagsOf(n),
    languages: ['deu'],
    comment: `<div><p>About &amp; <b>${n}</b>.</p><p>More.</p></div>`,
    pubdate: `${1900 + (n % 100)}-05-04 00:00:00+00:00`,
    ...(n % 3 === 0 && { cover, series: { name: `Row ${n % 2}`, index: n + 0.5 } }),
    formats: {
      ...(n % 4 !== 1 && { EPUB: epubOf(`The file says ${n}`) }),
      ...(n % 4 < 2 && { PDF: pdfOf(`calibre ${n}`) }),
      MOBI: Buffer.from(`mobi ${n}`),
    },
  }))

const titleOf = (n: number) => `Shelf ${String(n).padStart(3, '0')}`
const tagsOf = (n: number) => [n % 2 === 0 ? 'Ghost stories' : 'Poems', `tag ${n % 3}`]

/** Makes a Calibre library of many books, imports it twice and compares every book. */
export const expectCalibreArrives = async (
  site: TestSite,
  author: Person,
  { folder, count }: { folder: string; count: number },
) => {
  const source = join(folder, 'many')
  const run = () => importInto(site, { source, email: author.email, report: join(folder, 'reports') })
  const readBooks = () =>
    site.services.db.selectFrom('books').selectAll().where('publisherId', '=', author._id).orderBy('title').execute()
  const cover = Buffer.from(await aPicture().arrayBuffer())
  await makeCalibreLibrary(source, entriesOf(count, cover))
  const before = await stat(join(source, 'metadata.db'))
  // A command that was killed leaves some, until the sweep.
  const listTemporary = async () => (await remainsOf(site)).files.filter((file) => file.startsWith('tmp/'))
  const temporary = await listTemporary()
  const { counts, authors } = await run()
  expect(counts).toMatchObject({ imported: count, refused: 0, 'perhaps there': 0 })
  expect(authors).toBe(7)
  const books = await readBooks()
  for (const [n, book] of books.entries()) {
    const isInSeries = n % 3 === 0
    expect(book).toMatchObject({
      title: titleOf(n),
      author: `Writer ${n % 7}`,
      caption: `About & ${n}.\nMore.`,
      language: 'de',
      year: 1900 + (n % 100),
      genre: n % 2 === 0 ? 'Horror' : 'Poetry',
      tags: tagsOf(n),
      format: n % 4 === 1 ? 'pdf' : 'epub',
      seriesName: isInSeries ? `Row ${n % 2}` : null,
      seriesNumber: isInSeries ? n + 0.5 : null,
    })
    // A picture of its own, or the first page of a PDF, is not drawn. The covers are made later.
    const { choice, picture } = await site.services.db
      .selectFrom('pendingCovers')
      .select(['choice', 'picture'])
      .where('bookId', '=', book.id)
      .executeTakeFirstOrThrow()
    expect(choice).toBe(isInSeries ? 'image' : n % 4 === 1 ? 'first-page' : 'series')
    expect(picture).toEqual(isInSeries ? cover : null)
  }
  const rows = books.filter(({ seriesName }) => seriesName === 'Row 0')
  expect(new Set(rows.map(({ seriesId }) => seriesId)).size).toBe(1)
  const shown = await site.api(author)(getBook, { params: { id: books[0]?.id ?? '' } })
  expect(shown.coAuthors).toMatchObject([{ name: 'Marsh, Ottoline' }])
  expect((await stat(join(source, 'metadata.db'))).mtimeMs).toBe(before.mtimeMs)
  expect((await run()).counts).toMatchObject({ imported: 0, there: count })
  expect(await readBooks()).toEqual(books)
  expect(await listTemporary()).toEqual(temporary)
}
