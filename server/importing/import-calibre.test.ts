import { readFile, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { expectNothingStored } from '#server/publishing/testing-uploads.ts'
import { aPicture } from '#server/testing/book-form.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { readCalibre } from './calibre-source.ts'
import { expectCalibreArrives } from './testing-calibre-import.ts'
import { type CalibreEntry, makeCalibreLibrary } from './testing-calibre.ts'
import { beforeImports, booksOf, importInto, pdfOf } from './testing-import.ts'

let site: TestSite
let folder: string
let author: Person

beforeImports((given) => ({ site, author, folder } = given))

const library = () => join(folder, 'library')
const run = () => importInto(site, { source: library(), email: author.email, report: join(folder, 'reports') })

test('a Calibre library arrives with authors, series, tags and covers, and is not changed', async () => {
  await expectCalibreArrives(site, author, { folder, count: 20 })
})

test('a book of the library whose path leaves it, or whose picture does, takes nothing from outside', async () => {
  await writeFile(join(folder, 'secret.pdf'), pdfOf('a secret'))
  await writeFile(join(folder, 'cover.jpg'), Buffer.from(await aPicture().arrayBuffer()))
  const one = (title: string): CalibreEntry => ({ title, formats: { PDF: pdfOf(title) } })
  await makeCalibreLibrary(
    library(),
    ['Up', 'Absolute', 'Pictured', 'Good', 'Neither', 'Odd'].map(one),
    `update books set path = '..' where title = 'Up'; update data set name = 'secret' where book in (1, 2);
     update books set path = '${folder}' where title = 'Absolute';
     update books set has_cover = 1 where title = 'Pictured';
     update data set format = 'LIT' where book = 5;
     update books set path = x'ff00' where title = 'Odd';`,
  )
  await symlink(join(folder, 'cover.jpg'), join(library(), 'Unknown/Pictured (3)/cover.jpg'))
  const { rows, counts } = await run()
  expect(rows.get('../secret.pdf')?.reason).toBe('The path leads out of the folder.')
  expect(rows.get(`${folder}/secret.pdf`)?.reason).toBe('There is no such file.')
  expect([...rows].find(([name]) => name.includes('book 5'))?.[1].reason).toMatch(/neither as EPUB nor as PDF/)
  expect([...rows].find(([name]) => name.includes('book 6'))?.[1].reason).toMatch(/is damaged/)
  expect(rows.get('Unknown/Pictured (3)/Pictured - Unknown.pdf')).toMatchObject({
    ...{ result: 'imported', reason: 'Its picture is no cover that the library can take: a cover was drawn.' },
  })
  expect(counts).toMatchObject({ imported: 2, refused: 4 })
  expect((await booksOf(site, author)).map(({ title }) => title)).toEqual(['Good', 'Pictured'])
})

const HUGE = 'cast(zeroblob(50000000) as text)'

test.each([
  ['no database', async (path: string) => writeFile(path, 'no database'), /damaged, or not from Calibre/],
  ['an empty file', async (path: string) => writeFile(path, ''), /it has no table authors/],
  ['a cut one', async (path: string) => truncate(path, 20_000), /damaged, or not from Calibre/],
  ['zeros in the middle', async (path: string) => overwrite(path, 5000), /damaged, or not from Calibre/],
  [
    'a view without an end',
    alter(`drop table books; create view books as with recursive n(x) as
    (select 1 union all select x + 1 from n) select x as id, '' as title, '' as path, '' as pubdate, 1 as series_index, 0 as has_cover from n`),
    /no table books/,
  ],
  [
    'views that name each other',
    alter('drop table tags; create view a as select * from tags; create view tags as select * from a'),
    /no table tags|circular/,
  ],
  [
    'a column that is computed',
    alter(`drop table comments;
    create table comments (id integer primary key, book, text as (hex(zeroblob(900000000))))`),
    /no column text/,
  ],
  ['a virtual table', alter('drop table tags; create virtual table tags using fts5(id, name)'), /no table tags/],
  ['no table of authors', alter('drop table authors'), /no table authors/],
])('%s in the place of the database is refused in words', async (_what, damage, message) => {
  await makeCalibreLibrary(library(), [{ title: 'One', comment: 'x'.repeat(9000), formats: { PDF: pdfOf('one') } }])
  await damage(join(library(), 'metadata.db'))
  await expectNothingStored(site, () => expect(run()).rejects.toThrow(message))
})

test('huge values and wrong types are left out, triggers never run', async () => {
  await makeCalibreLibrary(
    library(),
    [
      { title: 'Huge', comment: 'a', formats: { PDF: pdfOf('huge') } },
      { title: 'Typed', tags: ['t'], formats: { PDF: pdfOf('typed') } },
    ],
    `update comments set text = ${HUGE}; update tags set name = x'00ff'; update books set pubdate = x'01', series_index = 'no' where id = 2;
     create trigger evil before insert on books begin select load_extension('evil'); end;`,
  )
  const { counts, rows } = await run()
  expect(counts).toMatchObject({ imported: 1 })
  expect([...rows.values()].map(({ reason }) => reason)).toContain('What the database says of this book is damaged.')
  expect(await booksOf(site, author)).toMatchObject([{ title: 'Huge', caption: 'Huge, Unknown' }])
})

test('a long author who is named by many books does not fill the memory, nor do many of one book', async () => {
  const one = {
    title: 'One',
    authors: Array.from({ length: 150 }, (_, n) => `author ${n}`),
    formats: { PDF: pdfOf('one') },
  }
  await makeCalibreLibrary(library(), [one])
  const read = async () => readCalibre(await realpath(library()), site.services.storage.tempFolder)
  expect((await read()).books.map(({ known }) => known.authors?.length)).toEqual([100])
  await alter(`drop trigger books_insert_trg; delete from books_authors_link;
    update authors set name = hex(zeroblob(99000)) where id = 1;
    insert into books (title) with recursive n(x) as (select 1 union all select x + 1 from n where x < 1400) select 'b' from n;
    insert into books_authors_link (book, author) select id, 1 from books`)(join(library(), 'metadata.db'))
  await expect(read()).rejects.toThrow('metadata.db says too much of its books.')
})

test('a database that is a link is not followed', async () => {
  await makeCalibreLibrary(join(folder, 'other'), [{ title: 'One', formats: { PDF: pdfOf('linked') } }])
  await makeCalibreLibrary(library(), [])
  await rm(join(library(), 'metadata.db'))
  await symlink(join(folder, 'other/metadata.db'), join(library(), 'metadata.db'))
  await expect(run()).rejects.toThrow('links are not followed')
})

function alter(sql: string) {
  return async (path: string) => {
    const database = new DatabaseSync(path)
    database.exec(`pragma foreign_keys = off; pragma writable_schema = on; ${sql}`)
    database.close()
  }
}

const overwrite = async (path: string, from: number) => {
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(0, from))
}
