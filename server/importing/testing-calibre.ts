import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface CalibreEntry {
  title: string
  authors?: string[]
  tags?: string[]
  series?: { name: string; index: number }
  languages?: string[]
  isbn?: string
  comment?: string
  pubdate?: string
  publisher?: string
  /** The number of half stars. */
  rating?: number
  /** By their types, besides the ISBN. */
  identifiers?: Record<string, string>
  cover?: Buffer
  /** The content by the format, such as EPUB. */
  formats: Record<string, Buffer>
}

/** The tables of Calibre 7 that are about books, as it creates them. */
const TABLES = `
CREATE TABLE authors ( id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT COLLATE NOCASE,
  link TEXT NOT NULL DEFAULT "", UNIQUE(name));
CREATE TABLE books ( id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT 'Unknown' COLLATE NOCASE,
  sort TEXT COLLATE NOCASE, timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, pubdate TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  series_index REAL NOT NULL DEFAULT 1.0, author_sort TEXT COLLATE NOCASE, isbn TEXT DEFAULT "" COLLATE NOCASE,
  lccn TEXT DEFAULT "" COLLATE NOCASE, path TEXT NOT NULL DEFAULT "", flags INTEGER NOT NULL DEFAULT 1, uuid TEXT,
  has_cover BOOL DEFAULT 0, last_modified TIMESTAMP NOT NULL DEFAULT "2000-01-01 00:00:00+00:00");
CREATE TABLE books_authors_link ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL, UNIQUE(book, author));
CREATE TABLE books_languages_link ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, lang_code INTEGER NOT NULL,
  item_order INTEGER NOT NULL DEFAULT 0, UNIQUE(book, lang_code));
CREATE TABLE books_series_link ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, series INTEGER NOT NULL, UNIQUE(book));
CREATE TABLE books_tags_link ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, tag INTEGER NOT NULL, UNIQUE(book, tag));
CREATE TABLE comments ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, text TEXT NOT NULL COLLATE NOCASE, UNIQUE(book));
CREATE TABLE data ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, format TEXT NOT NULL COLLATE NOCASE,
  uncompressed_size INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE(book, format));
CREATE TABLE identifiers ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, type TEXT NOT NULL DEFAULT "isbn" COLLATE NOCASE,
  val TEXT NOT NULL COLLATE NOCASE, UNIQUE(book, type));
CREATE TABLE languages ( id INTEGER PRIMARY KEY, lang_code TEXT NOT NULL COLLATE NOCASE, link TEXT NOT NULL DEFAULT '', UNIQUE(lang_code));
CREATE TABLE series ( id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT COLLATE NOCASE,
  link TEXT NOT NULL DEFAULT "", UNIQUE (name));
CREATE TABLE publishers ( id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT COLLATE NOCASE,
  link TEXT NOT NULL DEFAULT "", UNIQUE(name));
CREATE TABLE books_publishers_link ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, publisher INTEGER NOT NULL, UNIQUE(book));
CREATE TABLE ratings ( id INTEGER PRIMARY KEY, rating INTEGER CHECK(rating > -1 AND rating < 11), link TEXT NOT NULL DEFAULT "", UNIQUE (rating));
CREATE TABLE books_ratings_link ( id INTEGER PRIMARY KEY, book INTEGER NOT NULL, rating INTEGER NOT NULL, UNIQUE(book, rating));
CREATE TABLE custom_columns ( id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, name TEXT NOT NULL, datatype TEXT NOT NULL,
  mark_for_delete BOOL DEFAULT 0 NOT NULL, editable BOOL DEFAULT 1 NOT NULL, display TEXT DEFAULT "{}" NOT NULL,
  is_multiple BOOL DEFAULT 0 NOT NULL, normalized BOOL NOT NULL, UNIQUE(label));
CREATE TABLE tags ( id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, link TEXT NOT NULL DEFAULT "", UNIQUE (name));
CREATE INDEX books_idx ON books (sort COLLATE NOCASE);
CREATE INDEX authors_idx ON books (author_sort COLLATE NOCASE);`

/** They call functions that only Calibre has. */
const TRIGGERS = `
CREATE TRIGGER books_insert_trg AFTER INSERT ON books
  BEGIN UPDATE books SET sort=title_sort(NEW.title),uuid=uuid4() WHERE id=NEW.id; END;
CREATE VIEW meta AS SELECT id, title, (SELECT sortconcat(author, name) FROM books_authors_link) authors FROM books;
PRAGMA user_version=26;`

const NAMED = {
  authors: 'name',
  tags: 'name',
  series: 'name',
  languages: 'lang_code',
  publishers: 'name',
  ratings: 'rating',
} as const
const LINK = {
  authors: 'author',
  tags: 'tag',
  series: 'series',
  languages: 'lang_code',
  publishers: 'publisher',
  ratings: 'rating',
} as const

/** Makes a Calibre library: its database, and a folder for each book. */
export const makeCalibreLibrary = async (
  folder: string,
  entries: readonly CalibreEntry[],
  extra = '',
): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'metadata.db'))
  database.exec(`${TABLES} begin`)
  const link = (book: number, table: keyof typeof NAMED, name: string) => {
    database.prepare(`insert or ignore into ${table} (${NAMED[table]}) values (?)`).run(name)
    database
      .prepare(
        `insert into books_${table}_link (book, ${LINK[table]}) select ?, id from ${table} where ${NAMED[table]} = ?`,
      )
      .run(book, name)
  }
  for (const [at, entry] of entries.entries()) {
    const { title, authors = ['Unknown'], tags = [], series, languages = [], isbn, comment, formats, cover } = entry
    const id = at + 1
    const path = `${authors[0]?.replaceAll('|', '_')}/${title} (${id})`
    database
      .prepare('insert into books (id, title, path, series_index, has_cover, pubdate) values (?, ?, ?, ?, ?, ?)')
      .run(id, title, path, series?.index ?? 1, cover ? 1 : 0, entry.pubdate ?? '0101-01-01 00:00:00+00:00')
    for (const name of authors) link(id, 'authors', name)
    for (const name of tags) link(id, 'tags', name)
    for (const name of languages) link(id, 'languages', name)
    if (series) link(id, 'series', series.name)
    if (entry.publisher !== undefined) link(id, 'publishers', entry.publisher)
    if (entry.rating !== undefined) link(id, 'ratings', String(entry.rating))
    for (const [type, value] of Object.entries(entry.identifiers ?? {}))
      database.prepare('insert into identifiers (book, type, val) values (?, ?, ?)').run(id, type, value)
    if (isbn !== undefined) database.prepare('insert into identifiers (book, val) values (?, ?)').run(id, isbn)
    if (comment !== undefined) database.prepare('insert into comments (book, text) values (?, ?)').run(id, comment)
    if (cover) await writeInside(folder, `${path}/cover.jpg`, cover)
    for (const [format, bytes] of Object.entries(formats)) {
      database
        .prepare('insert into data (book, format, uncompressed_size, name) values (?, ?, ?, ?)')
        .run(id, format, bytes.length, `${title} - ${authors[0]}`)
      await writeInside(folder, `${path}/${title} - ${authors[0]}.${format.toLowerCase()}`, bytes)
    }
  }
  database.exec(`commit; ${TRIGGERS} ${extra}`)
  database.close()
}

const writeInside = async (folder: string, path: string, bytes: Buffer) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), bytes)
}
