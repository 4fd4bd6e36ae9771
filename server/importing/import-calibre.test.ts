import { readFile, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { aMobi, anAzw3 } from '#server/formats/epub/manuscript/mobi/testing-mobi.ts'
import { FB2_SAMPLES } from '#server/formats/epub/manuscript/testing-fb2.ts'
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

test('a book that Calibre has as FB2 alone arrives as an EPUB', async () => {
  const FB2 = FB2_SAMPLES['rich']?.().bytes ?? Buffer.alloc(0)
  await makeCalibreLibrary(library(), [{ title: 'The Mill', authors: ['Ottoline Marsh'], formats: { FB2 } }])
  expect((await run()).counts).toMatchObject({ imported: 1, refused: 0 })
  const [book] = await booksOf(site, author)
  expect(book).toMatchObject({ title: 'The Mill', format: 'epub', manuscriptName: expect.stringMatching(/\.fb2$/) })
})

test.each(['AZW3', 'MOBI'])('a book that Calibre has as %s alone arrives as an EPUB', async (format) => {
  const bytes = format === 'AZW3' ? anAzw3({ chapters: ['<p>The newer.</p>'] }) : aMobi({ html: '<p>The older.</p>' })
  const formats = { [format]: bytes }
  await makeCalibreLibrary(library(), [{ title: `A Mill as ${format}`, authors: ['Ida Fenn'], formats }])
  expect((await run()).counts).toMatchObject({ imported: 1, refused: 0 })
  const book = (await booksOf(site, author)).find(({ title }) => title.endsWith(format))
  const name = expect.stringMatching(new RegExp(`\\.${format.toLowerCase()}$`))
  expect(book).toMatchObject({ format: 'epub', manuscriptName: name })
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
  expect([...rows].find(([name]) => name.includes('book 5'))?.[1].reason).toMatch(
    /neither as EPUB nor as PDF, FB2, AZW3 or MOBI/,
  )
  expect([...rows].find(([name]) => name.includes('book 6'))?.[1].reason).toMatch(/is damaged/)
  expect(rows.get('Unknown/Pictured (3)/Pictured - Unknown.pdf')).toMatchObject({
    result: 'imported',
    reason: 'Its picture is no cover that the library can take: a cover was drawn.',
  })
  expect(counts).toMatchObject({ imported: 2, refused: 4 })
  expect((await booksOf(site, author)).map(({ title }) => title)).toEqual(['Good', 'Pictured'])
})

test('every field that has a place here arrives, and what has none is named in the report', async () => {
  const title = 'A'.repeat(210)
  const authors = [
    'Anna First',
    'Ben Second',
    'Cy Third',
    'Di Fourth',
    'Ed Fifth',
    'Flo Sixth',
    'Gus Seventh',
    'Hal Eighth',
  ]
  await makeCalibreLibrary(
    library(),
    [
      { title: 'Prequel', series: { name: 'Rivers', index: -1 }, formats: { PDF: pdfOf('1') } },
      { title: 'Half', series: { name: 'Rivers', index: 0.5 }, formats: { PDF: pdfOf('2') } },
      { title: 'Many', authors, tags: ['t'.repeat(41), 'kept'], formats: { PDF: pdfOf('3') } },
      { title, isbn: '9780306406157', publisher: 'Mill & Sons', rating: 7, formats: { PDF: pdfOf('4') } },
      {
        title: 'Languages',
        languages: ['fra', 'eng'],
        identifiers: { goodreads: '12', doi: '10/x' },
        formats: { PDF: pdfOf('5') },
      },
      { title: 'Wrong', isbn: '9783161484109', languages: ['klingon'], formats: { PDF: pdfOf('wrong') } },
      { title: 'Custom', comment: 'One.\n\nTwo.', formats: { PDF: pdfOf('6') } },
      { title: 'Listed', comment: '<p>One:</p><ul><li>a</li><li><p>b</p></li></ul>', formats: { PDF: pdfOf('7') } },
      {
        title: 'Styled',
        comment: '<style>.a{color:red}</style><p class="a">Good words.</p><script>var x=1;</script>',
        formats: { PDF: pdfOf('8') },
      },
    ],
    `insert into custom_columns (label, name, datatype, normalized) values ('read', 'Read', 'bool', 0), ('shelf', 'Shelf', 'text', 1);
     create table custom_column_1 (id integer primary key, book integer, value bool not null, unique(book));
     create table custom_column_2 (id integer primary key, value text not null);
     create table books_custom_column_2_link (id integer primary key, book integer not null, value integer not null);
     insert into custom_column_1 (book, value) values (7, 1);
     insert into custom_column_2 (id, value) values (9, 'Upper, left');
     insert into books_custom_column_2_link (book, value) values (7, 9);`,
  )
  const reasonsOf = (rows: Map<string, Record<string, string>>) =>
    Object.fromEntries([...rows.values()].map((row) => [row['title']?.slice(0, 9), row['reason']]))
  const reasons = {
    Prequel: 'Left out: the number in the series “-1”.',
    Half: '',
    Many: `Left out: the author “Gus Seventh”, the author “Hal Eighth”, the tag “${'t'.repeat(41)}”.`,
    AAAAAAAAA: 'Left out: the end of the title, after 200 characters, the publisher “Mill & Sons”, the rating “3.5”.',
    Languages: 'Left out: the language “eng”, the identifier “goodreads:12”, the identifier “doi:10/x”.',
    Wrong: 'Left out: the language “klingon”, the ISBN “9783161484109”.',
    Custom: 'Left out: the column Read “1”, the column Shelf “Upper, left”.',
    Listed: '',
    Styled: '',
  }
  const dry = await importInto(site, {
    source: library(),
    email: author.email,
    report: join(folder, 'dry'),
    isDryRun: true,
  })
  expect(reasonsOf(dry.rows as never)).toEqual(reasons)
  const { rows } = await run()
  expect(reasonsOf(rows as never)).toEqual(reasons)
  const books = new Map((await booksOf(site, author)).map((book) => [book.title, book]))
  expect(books.get('Half')).toMatchObject({ seriesName: 'Rivers', seriesNumber: 0.5 })
  expect(books.get('Prequel')).toMatchObject({ seriesName: 'Rivers', seriesNumber: null })
  expect(books.get('Languages')).toMatchObject({ language: 'fr' })
  expect(books.get('Wrong')).toMatchObject({ language: null, isbn: null })
  expect(books.get('Custom')?.caption).toBe('One.\n\nTwo.')
  expect(books.get('Styled')?.caption).toBe('Good words.')
  expect(books.get('Listed')?.caption).toBe('One:\n• a\n• b')
})

test.each([
  ['2009-12-31 23:00:00+00:00', 2010],
  ['2009-12-31 11:00:00+00:00', 2010],
  ['2009-12-31 00:00:00+00:00', 2009],
  ['2010-01-01 05:00:00+00:00', 2010],
  ['2010-12-30 23:00:00+00:00', 2010],
  ['0101-01-01 00:00:00+00:00', null],
])('the date %s in Calibre is of the year %s', async (pubdate, year) => {
  await makeCalibreLibrary(library(), [{ title: 'Dated', pubdate, formats: { PDF: pdfOf('dated') } }])
  const { books } = await readCalibre(library(), folder)
  expect(books[0]?.known.year).toBe(year === null ? '' : String(year))
})

test.each([
  [['Unknown'], []],
  [['unknown', 'Ann Author'], ['Ann Author']],
  [['The Unknown'], ['The Unknown']],
])('the authors %j of Calibre are %j', async (authors, known) => {
  await makeCalibreLibrary(library(), [{ title: 'Whose', authors, formats: { PDF: pdfOf('whose') } }])
  expect((await readCalibre(library(), folder)).books[0]?.known.authors).toEqual(known)
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
  expect(await booksOf(site, author)).toMatchObject([{ title: 'Huge', caption: 'Huge, Unknown author' }])
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
