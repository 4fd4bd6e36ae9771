import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getBook, listBooks } from '#contract/books.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { expectNothingStored, remainsOf } from '#server/publishing/testing-uploads.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { beforeImports, booksOf, epubOf, importInto, inspector, pdfOf, titlesOf, writeFiles } from './testing-import.ts'

let site: TestSite
let folder: string
let author: Person

beforeImports((given) => ({ site, author, folder } = given))

const run = (options: Partial<Parameters<typeof importInto>[1]> = {}) =>
  importInto(site, { source: folder, email: author.email, report: join(folder, '.reports'), ...options })

test('a folder of PDFs and EPUBs is published with what the table and the files say', async () => {
  await writeFiles(folder, {
    'plain_name.pdf': pdfOf('plain'),
    'deep/er/told.pdf': pdfOf('told'),
    'own.epub': epubOf(
      'Its own title',
      `<dc:creator>Ann Author</dc:creator><dc:creator>Bea Other</dc:creator><dc:subject>Detective stories</dc:subject>
       <dc:description>&lt;p&gt;In it.&lt;/p&gt;</dc:description><dc:identifier>urn:isbn:9780306406157</dc:identifier>
       <meta name="calibre:series" content="Owned"/><meta name="calibre:series_index" content="2"/><dc:date>1911-02-03</dc:date>`,
    ),
    'both.epub': epubOf('In two formats'),
    'both.pdf': pdfOf('both'),
    'notes.txt': 'no book',
    'quillhouse.csv':
      '\uFEFFFile;Title;Author;Description;Genre;Language;Series;Series Number;Year;ISBN;Tags;Licence;Rights\n' +
      'deep/er/told.pdf;"Told; in full";"Ottoline Marsh; Ben Lamp";"Two\nlines.";Poetry;de;Lamps;1,5;1999;3-598-21508-8;"dusk, lamps";cc-by;free\n',
  })
  const { counts, rows } = await run()
  expect(counts).toMatchObject({ imported: 4, refused: 0 })
  // A library that moves in is no news for those who follow its genres.
  expect(await site.services.db.selectFrom('noticeEvents').select('id').execute()).toEqual([])
  const [two, own, told, plain] = (await booksOf(site, author)).sort((a, b) => (a.title < b.title ? -1 : 1))
  expect(two).toMatchObject({ title: 'In two formats', format: 'epub', genre: 'Other', author: 'Unknown author' })
  expect(own).toMatchObject({
    title: 'Its own title',
    author: 'Ann Author',
    genre: 'Mystery',
    caption: 'In it.',
    isbn: '9780306406157',
    seriesName: 'Owned',
    seriesNumber: 2,
    year: 1911,
    language: 'en',
    tags: ['Detective stories'],
  })
  expect(told).toMatchObject({
    title: 'Told; in full',
    author: 'Ottoline Marsh',
    caption: 'Two\nlines.',
    genre: 'Poetry',
    language: 'de',
    seriesName: 'Lamps',
    seriesNumber: 1.5,
    year: 1999,
    isbn: '9783598215087',
    licence: 'cc-by',
    state: 'published',
  })
  expect(plain).toMatchObject({ title: 'plain name', caption: 'plain name, Unknown author', pdfName: 'plain_name.pdf' })
  const shown = await site.api(author)(getBook, { params: { id: told?.id ?? '' } })
  expect(shown.coAuthors).toMatchObject([{ name: 'Ben Lamp' }])
  const rights = await site.services.db
    .selectFrom('rightsDeclarations')
    .selectAll()
    .where('bookId', '=', told?.id ?? '')
  expect(await rights.execute()).toMatchObject([{ rights: 'free', declaredBy: author._id }])
  expect(rows.get('deep/er/told.pdf')).toMatchObject({ result: 'imported', id: told?.id })
  // Also shown to others.
  expect((await site.api(author)(listBooks)).books.map(({ title }) => title)).toContain('Told; in full')
  expect((await remainsOf(site)).files.filter((file) => file.startsWith('tmp/'))).toEqual([])
})

test('a table in JSON says the same, and a mistake in a table refuses its book alone', async () => {
  await writeFiles(folder, {
    'one.pdf': pdfOf('one'),
    'two.pdf': pdfOf('two'),
    'three.pdf': pdfOf('three'),
    'quillhouse.json': JSON.stringify([
      { file: 'one.pdf', title: 'The One', author: ['First', 'Second'], tags: ['a', 'b'], year: 2001 },
      { file: 'two.pdf', isbn: '978-0-00-000000-1' },
      { file: 'three.pdf', tags: { not: 'a list' } },
      { file: 'missing.pdf' },
      { file: '../outside.pdf' },
    ]),
  })
  const { rows, counts } = await run()
  expect(counts).toMatchObject({ imported: 1, refused: 4 })
  expect(rows.get('two.pdf')?.reason).toBe('This is no ISBN: please check its digits.')
  expect(rows.get('three.pdf')?.reason).toBe('What tags says is neither a text nor a list of texts.')
  expect(rows.get('missing.pdf')?.reason).toBe('There is no such file.')
  expect(rows.get('../outside.pdf')?.reason).toBe('The path leads out of the folder.')
  expect(await booksOf(site, author)).toMatchObject([
    { title: 'The One', author: 'First', tags: ['a', 'b'], year: 2001 },
  ])
})

test('a table of Excel is read, which leaves cells at the end of a line out, or emptied lines in', async () => {
  await writeFiles(folder, {
    'quillhouse.csv': '\uFEFFfile;title;author;tags;\r\na.pdf;One;Ann Author\r\n;;;;\r\nb.pdf;Two;Ann Author;dusk;\r\n',
    'a.pdf': pdfOf('excel a'),
    'b.pdf': pdfOf('excel b'),
  })
  expect((await run()).counts).toMatchObject({ imported: 2, refused: 0 })
  expect(await titlesOf(site, author)).toEqual(['One', 'Two'])
})

test.each([
  ['quillhouse.csv', 'file,colour\na.pdf,red', /columns without a meaning: colour/],
  ['quillhouse.csv', 'file,title\na.pdf,"open', /quillhouse.csv cannot be read/],
  ['quillhouse.csv', 'file,title\n,x', /a line without a file/],
  ['quillhouse.csv', Buffer.from('file,title\na.pdf,caf\xe9', 'latin1'), /no text in UTF-8/],
  ['quillhouse.json', '{"a": 1}', /not a list of objects/],
  ['quillhouse.json', '[', /quillhouse.json cannot be read/],
])('%s that can not be understood is told before anything is done: %j', async (name, content, message) => {
  await writeFiles(folder, { [name]: content, 'a.pdf': pdfOf('a') })
  await expectNothingStored(site, () => expect(run()).rejects.toThrow(message))
})

test('a dry run stores nothing, and tells what would become of each book', async () => {
  await writeFiles(folder, {
    'a.pdf': pdfOf('dry a'),
    'again/a.pdf': pdfOf('dry a'),
    'like.epub': epubOf('A', '<dc:creator>Unknown author</dc:creator>'),
    'broken.pdf': 'no PDF',
    'torn.epub': 'no zip archive',
    'cut.pdf': '',
  })
  const { rows } = await expectNothingStored(site, () => run({ isDryRun: true }))
  const results = Object.fromEntries([...rows].map(([file, { result }]) => [file, result]))
  expect(results['again/a.pdf']).toBe('there')
  expect(results['broken.pdf']).toBe('refused')
  expect([results['a.pdf'], results['like.epub']].sort()).toEqual(['perhaps there', 'would be imported'])
  expect(rows.get('broken.pdf')?.reason).toMatch(/^This is no PDF, or it is damaged/)
  expect(rows.get('torn.epub')?.reason).toMatch(/^This is no EPUB, or it is damaged/)
  for (const { reason } of rows.values()) expect(reason).not.toContain('Please select')
})

test('imported again nothing is there twice, also under another name or after another file replaced it', async () => {
  await writeFiles(folder, { 'a.pdf': pdfOf('twice a'), 'b.epub': epubOf('Twice') })
  await run()
  const before = await booksOf(site, author)
  await writeFiles(folder, { 'c.pdf': pdfOf('twice a') })
  const { counts } = await run()
  expect(counts).toMatchObject({ imported: 0, there: 3 })
  expect(await booksOf(site, author)).toEqual(before)
  // Another account finds what is published there too.
  author = await site.anAuthor()
  expect((await run()).counts).toMatchObject({ imported: 0, there: 3 })
})

test('two imports at once make each book once', async () => {
  const files = Array.from({ length: 6 }, (_, n) => [`at once ${n}.pdf`, pdfOf(`at once ${n}`)] as const)
  await writeFiles(folder, Object.fromEntries(files))
  await Promise.all([run({ report: join(folder, '.one') }), run({ report: join(folder, '.two') })])
  expect(await booksOf(site, author)).toHaveLength(6)
})

test('a book with a known ISBN, or title and author, is a question', async () => {
  const isbn = '<dc:identifier>urn:isbn:9783161484100</dc:identifier>'
  await writeFiles(folder, { '1.epub': epubOf('Once more', `<dc:creator>Zoë Lamp</dc:creator>${isbn}`) })
  await run()
  await writeFiles(folder, {
    '2.epub': epubOf('Once, more!', '<dc:creator>Zoe LAMP</dc:creator><dc:rights>other bytes</dc:rights>'),
    '3.epub': epubOf('Another title', isbn),
  })
  const { rows } = await run()
  expect(rows.get('2.epub')).toMatchObject({ result: 'perhaps there', reason: expect.stringContaining('title') })
  expect(rows.get('3.epub')).toMatchObject({
    result: 'perhaps there',
    reason: expect.stringContaining('9783161484100'),
  })
  expect((await run({ addsDuplicates: true })).counts).toMatchObject({ imported: 2, there: 1 })
})

test('links, pipes and files out of the folder are never read, and are named', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'quillhouse-outside-'))
  try {
    await writeFiles(outside, { 'secret.pdf': pdfOf('secret') })
    await symlink(join(outside, 'secret.pdf'), join(folder, 'link.pdf'))
    await symlink(outside, join(folder, 'linked'))
    execFileSync('mkfifo', [join(folder, 'pipe.pdf')])
    await writeFile(join(folder, 'quillhouse.csv'), 'file\nlinked/secret.pdf\n')
    const { rows } = await expectNothingStored(site, () => run())
    const link = 'This is a link, and links are not followed.'
    expect(rows.get('link.pdf')?.reason).toBe(link)
    expect(rows.get('linked')?.reason).toBe(link)
    expect(rows.get('linked/secret.pdf')?.reason).toBe(link)
    expect(rows.get('pipe.pdf')?.reason).toBe('This is no file but a device, a pipe or a socket.')
  } finally {
    await rm(outside, { recursive: true, force: true })
  }
})

test('bad files are named with the words of the product, and the others arrive', async () => {
  await writeFiles(folder, {
    'cut.pdf': pdfOf('cut').subarray(0, 200),
    'empty.pdf': '',
    'zip.epub': Buffer.from('PK\x03\x04 and no more'),
    'good.pdf': pdfOf('good'),
    'fallback.epub': 'no EPUB',
    'fallback.pdf': pdfOf('fallback'),
  })
  const { rows, counts } = await run()
  expect(counts).toMatchObject({ imported: 2, refused: 3 })
  for (const name of ['cut.pdf', 'empty.pdf', 'zip.epub']) expect(rows.get(name)?.reason).toMatch(/^[A-Z].*\.$/)
  expect(rows.get('fallback.epub')).toMatchObject({
    result: 'imported',
    reason: expect.stringContaining('fallback.epub'),
  })
})

test('the genres of tags are proposed, corrected in the file, and used by the next import', async () => {
  await writeFiles(folder, {
    '1.epub': epubOf('Genre one', '<dc:subject>Lamp lore</dc:subject>'),
    '2.epub': epubOf('Genre two', '<dc:subject>Ghost stories</dc:subject><dc:subject>Lamp lore</dc:subject>'),
    '3.epub': epubOf('Genre three', '<dc:subject>=HYPERLINK()</dc:subject>'),
  })
  const { genresFile, rows } = await run({ isDryRun: true })
  expect(rows.get('1.epub')?.genre).toBe('Other')
  expect(rows.get('2.epub')?.genre).toBe('Horror')
  const proposed = await readFile(genresFile, 'utf8')
  expect(proposed).toBe("tag,genre,books\nLamp lore,,2\n'=HYPERLINK(),,1\nGhost stories,Horror,1\n")
  await writeFile(genresFile, proposed.replace('lore,,', 'lore,Travel,').replace('(),,', '(),Drama,'))
  await run()
  expect((await booksOf(site, author)).map(({ title, genre }) => [title, genre])).toEqual([
    ['Genre one', 'Travel'],
    ['Genre three', 'Drama'],
    ['Genre two', 'Horror'],
  ])
  expect(await readFile(genresFile, 'utf8')).toContain('Lamp lore,Travel')
  await writeFile(genresFile, 'tag,genre\nx,Nonsense\n')
  await expect(run()).rejects.toThrow(`The table of genres has 'Nonsense' for x. The genres are ${GENRES.join(', ')}.`)
})

test('only an account that may publish can be named', async () => {
  await writeFiles(folder, { 'a.pdf': pdfOf('whose') })
  await expect(run({ email: 'nobody@example.org' })).rejects.toThrow('There is no account with the email')
  await expect(run({ email: (await site.aReader()).email })).rejects.toThrow("is a reader's")
  await expect(run({ source: join(folder, 'none') })).rejects.toThrow('There is no folder')
  await mkdir(join(folder, 'quiet'))
  expect((await run({ source: join(folder, 'quiet') })).counts).toMatchObject({ imported: 0, refused: 0 })
})

test('the quota of authors does not bound what the operator imports', async () => {
  const admin = site.api(await site.anAdmin())
  await admin(updateSiteSettings, { body: { maxBooksPerAuthor: 1 } })
  await writeFiles(folder, { 'quota a.pdf': pdfOf('quota a'), 'quota b.pdf': pdfOf('quota b') })
  expect((await run()).counts).toMatchObject({ imported: 2 })
})

test('a book that fails for no fault of its own is tried once more, and named if it fails again', async () => {
  await writeFiles(folder, { 'once.epub': epubOf('Once'), 'always.epub': epubOf('Always') })
  const failed = new Set<string>()
  const inspect: typeof inspector.inspect = async (file, options) => {
    const name = options.fileName ?? ''
    if (name === 'always.epub' || !failed.has(name)) {
      failed.add(name)
      throw new Error(`${name} waited too long`)
    }
    return inspector.inspect(file, options)
  }
  const options = { source: folder, email: author.email, report: join(folder, '.reports') }
  const { rows, counts } = await importInto(site, options, { inspect })
  expect(counts).toMatchObject({ imported: 1, refused: 1 })
  expect(rows.get('always.epub')?.['reason']).toBe('This failed and may be tried again: always.epub waited too long')
  expect(await titlesOf(site, author)).toEqual(['Once'])
})
