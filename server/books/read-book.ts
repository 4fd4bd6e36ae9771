import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { BookFile } from '#contract/books.ts'
import { Problem } from '#contract/api/problems.ts'
import { savedFileName } from '#server/formats/book-file-name.ts'
import { editionKeyOf, formatOf, KEPUB_FORMAT, PAGE_EPUB_FORMAT, PAPER_FORMAT } from '#server/formats/formats.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { countsAsReader } from './counts-as-reader.ts'
import { currentVersion } from './current-version.ts'
import { isShown } from './is-shown.ts'
import { kepubSourceKey, pageEpubKey } from './page-epub.ts'
import { offeredPaperKey } from './paper.ts'

const LINK_SECONDS = 6 * 3600
/** What was found for links: other processes tell of a change within a second. */
const REMEMBERED = { max: 1000, ttl: 1000 }
/** Two clocks may differ by so much. */
const SKEW_SECONDS = 60

/** Signs links to files; the key is made once and kept in the database, so that every process knows it. */
export const fileSigner = async ({ db }: Services) => {
  const stored = await db.selectFrom('fileKeys').select('key').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const key = createSecretKey(stored.key)
  return (bookId: string, expires: number) =>
    createHmac('sha256', key).update(`${bookId}.${expires}`).digest('base64url')
}

export type Sign = Awaited<ReturnType<typeof fileSigner>>

/**
 * What a link says to work for: a book that is shown, and that with the right to save a file that is not offered; or its
 * publisher, in any state of it; or a co-author, named by the row in `co_authors`, as long as that is one.
 */
export type LinkScope = 'shown' | 'saved' | 'own' | CoAuthorScope
type CoAuthorScope = `with ${string}`
const coAuthorOf = (scope: LinkScope) => (scope.startsWith('with ') ? scope.slice(5) : null)
/** The first version is not named, as it was not before there were others. */
const subjectOf = (id: string, scope: LinkScope, version: number) =>
  `${scope === 'shown' ? '' : `${scope} `}${id}${version > 1 ? ` ${version}` : ''}`

interface LinkFor {
  id: string
  userId?: string | undefined
  scope?: LinkScope
}

/** The value of `download` in a link of somebody whose downloads are in no figures. */
export const UNCOUNTED = 'uncounted'

/** Links to the file and the edition of a book that work for six hours, and no longer than the book and this version of it. */
export const bookFileLinks = async (services: Services, sign: Sign, asked: LinkFor): Promise<BookFile> => {
  const { format, file, edition, pageEpub, kepub, paper, counts, isOffered } = await readLinks(services, sign, asked)
  const url = edition ?? file
  const download = `&download${counts ? '' : `=${UNCOUNTED}`}`
  return {
    format,
    url,
    ...((isOffered || !counts) && { downloadUrl: file + download, ...(kepub && { kepubUrl: kepub + download }) }),
    ...(pageEpub && { epubUrl: pageEpub + download }),
    ...(paper && { paperUrl: paper + download }),
  }
}

/** The link of the calls that serve PDFs alone. */
export const pdfLink = async (services: Services, sign: Sign, id: string) => {
  const { format, file } = await readLinks(services, sign, { id })
  if (format !== 'pdf')
    throw new Problem('bookNotFound', { message: 'This book is an EPUB. Ask for its file at /file, not at /pdf.' })
  return { pdfUrl: file }
}

/** The query of a link to a file of a book, for six hours. */
export const signedQuery = ({ now }: Services, sign: Sign, id: string, scope: LinkScope, version = 1): string => {
  const expires = Math.floor(now().getTime() / 1000) + LINK_SECONDS
  const coAuthor = coAuthorOf(scope)
  const parts = [`e=${expires}`, `s=${sign(subjectOf(id, scope, version), expires)}`]
  return [...parts, ...(version > 1 ? [`v=${version}`] : []), ...(coAuthor ? [`c=${coAuthor}`] : [])].join('&')
}

const readLinks = async (services: Services, sign: Sign, { id, userId, scope = 'shown' }: LinkFor) => {
  const [book] = await selectLinked(services.db, id, scope === 'own', coAuthorOf(scope), userId ?? null)
  if (!book) throw new Problem('bookNotFound')
  const format = formatOf(book.pdf)
  const isOffered = book.downloads !== 'none'
  // Whose reading does not count is also not bound by what readers may save.
  const signed = scope === 'shown' && !isOffered && !book.counts ? 'saved' : scope
  const query = signedQuery(services, sign, id, signed, book.version)
  const link = (path: string) => `${services.settings.filesOrigin ?? ''}/files/${path}?${query}`
  const named = (folder: string, made: { extension: string }) =>
    link(`${folder}/${id}/${encodeURIComponent(savedFileName(book, made))}`)
  return {
    format: format.name,
    file: named(format.folder, format),
    edition: editionKeyOf(book.pdf) && link(`edition/${id}`),
    pageEpub: book.pageEpub && named('page-epub', PAGE_EPUB_FORMAT),
    kepub: book.kepubSource && named('kepub', KEPUB_FORMAT),
    paper: book.paper && named('paper', PAPER_FORMAT),
    counts: book.counts,
    isOffered,
  }
}

const selectLinked = preparedQuery((id: string, isOwn: boolean, coAuthor: string | null, userId: string | null) => ({
  compile: (db) =>
    db
      .selectFrom('books')
      .select([
        'pdf',
        'title',
        'author',
        'downloads',
        currentVersion.as('version'),
        countsAsReader(userId).as('counts'),
      ])
      .select([pageEpubKey.as('pageEpub'), kepubSourceKey.as('kepubSource'), offeredPaperKey.as('paper')])
      .where('books.id', '=', id)
      .where(isOpenTo(isOwn, coAuthor))
      .compile(),
}))

/** The EPUB of a shown book that an account may save: its own file, or the one of its pages. Throws if there is none. */
export const savedEpub = async ({ db }: Pick<Services, 'db'>, { id, userId }: { id: string; userId: string }) => {
  const [book] = await selectLinked(db, id, false, null, userId)
  if (!book) throw new Problem('bookNotFound')
  if (book.downloads === 'none' && book.counts) throw new Problem('readHereOnly')
  const format = formatOf(book.pdf)
  const key = format.name === 'epub' ? book.pdf : book.pageEpub
  if (!key) throw new Problem('noEpub')
  const { extension, contentType } = format.name === 'epub' ? format : PAGE_EPUB_FORMAT
  return { key, contentType, title: book.title, fileName: savedFileName(book, { extension }), counts: book.counts }
}

interface SignedLink {
  id: string
  /** The row in `co_authors` that a link for a co-author names, otherwise empty. */
  coAuthor: string
  expires: string
  signature: string
}

/**
 * Verifies signed links and finds their files: that of the version for which the link was made, so that a book stays whole
 * for those who have it open. A reader asks for one part after another, so a book that is shown is looked up once a second,
 * and again after each change: a link stops working when its book is deleted or hidden. `isForAuthors` where it was made for
 * the publisher or a co-author.
 */
export const createLinkOpener = (services: Services, sign: Sign) => {
  const remembered = new LRUCache<string, { version: number; book: SignedFile & { savedName: string } }>(REMEMBERED)
  const find = async (id: string, number: number, scope: LinkScope) => {
    const key = `${scope} ${id} ${number}`
    const version = services.cache.dropVersion(`book:${id}`, 'lists')
    const last = remembered.get(key)
    if (last?.version === version) return last.book
    const [found] = await selectVersion(services.db, id, number, scope === 'own', coAuthorOf(scope))
    if (!found) throw new Problem('bookNotFound')
    const book = { ...found, savedName: savedFileName(found, formatOf(found.pdf)) }
    if (scope === 'shown' || scope === 'saved') remembered.set(key, { version, book })
    return book
  }
  return async ({ version, ...link }: SignedLink & { version: string }) => {
    if (!/^\d{1,9}$/.test(version) || !UUID.test(link.id)) throw new Problem('badLink')
    const number = Number(version)
    const scope = verifyLink(services, sign, link, number)
    const { downloads, isStill, ...file } = await find(link.id, number, scope)
    // A former co-author keeps the access that every reader of a visible book has.
    return {
      ...file,
      maySave: downloads !== 'none' || (scope !== 'shown' && isStill),
      isForAuthors: scope !== 'shown' && scope !== 'saved' && isStill,
    }
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const isBy = (coAuthor: string | null) => sql<SqlBool>`exists (
  select from co_authors
  where co_authors.id = ${coAuthor}::uuid and co_authors.book_id = books.id and co_authors.state = 'agreed'
)`

/** The condition that a link leads to a book, in one text for all scopes. */
const isOpenTo = (isOwn: boolean, coAuthor: string | null) =>
  sql<SqlBool>`(${isShown} or ${isOwn}::boolean or ${isBy(coAuthor)})`

interface SignedFile {
  title: string
  author: string
  pdf: string
  downloads: string | null
  manuscriptName: string | null
  isStill: boolean
}

/** Its text is built once: thousands of downloads may begin at once. */
const selectVersion = preparedQuery((id: string, number: number, isOwn: boolean, coAuthor: string | null) => ({
  compile: (db) =>
    sql<SignedFile>`
      select
        books.title, books.author, coalesce(earlier.pdf, books.pdf) as pdf,
        case
          when ${coAuthor}::uuid is not null and (pen_name_id is not null or publisher_id is null) then null
          when earlier.number is null then books.manuscript_name
          else earlier.manuscript_name
        end as manuscript_name,
        books.downloads, (${coAuthor}::uuid is null or ${isBy(coAuthor)}) as is_still
      from books
      left join book_versions as earlier
        on earlier.book_id = books.id and earlier.number = ${number}::int and ${currentVersion} > ${number}::int
      where
        books.id = ${id}::uuid and ${isOpenTo(isOwn, coAuthor)}
        and (earlier.number is not null or ${currentVersion} = ${number}::int)`.compile(db),
}))

interface ChapterLink {
  id: string
  chapterId: string
}

const subjectOfChapter = ({ id, chapterId }: ChapterLink) => `${id} chapter ${chapterId}`

/** A link to a chapter that is not out, for the publisher or a co-author. */
export const chapterLink = (services: Services, sign: Sign, asked: ChapterLink & { scope: LinkScope }) => {
  const query = signedQuery(services, sign, subjectOfChapter(asked), asked.scope)
  return `${services.settings.filesOrigin ?? ''}/files/chapter/${asked.id}/${asked.chapterId}?${query}`
}

/** Verifies such a link and finds the chapter's file. Others get nothing, even if they can see the book. */
export const openSignedChapter = async (
  services: Services,
  sign: Sign,
  { chapterId, ...link }: SignedLink & ChapterLink,
) => {
  if (!UUID.test(link.id) || !UUID.test(chapterId)) throw new Problem('badLink')
  const scope = verifyLink(services, sign, { ...link, id: subjectOfChapter({ id: link.id, chapterId }) })
  const coAuthor = coAuthorOf(scope)
  if (scope !== 'own' && coAuthor === null) throw new Problem('badLink')
  const chapter = await selectBook(services, link.id, scope)
    .innerJoin('chapters', 'chapters.bookId', 'books.id')
    .select('chapters.pdf')
    .where('chapters.id', '=', chapterId)
    .where('chapters.pdf', 'is not', null)
    // A book that is shown is open to a link of somebody who is no co-author any more.
    .where(coAuthor === null ? sql<SqlBool>`true` : isBy(coAuthor))
    .executeTakeFirst()
  if (!chapter?.pdf) throw new Problem('chapterNotFound')
  return { pdf: chapter.pdf }
}

/** The same for the cover of a book. */
export const openSignedCover = async (services: Services, sign: Sign, link: SignedLink) => {
  if (!UUID.test(link.id)) throw new Problem('badLink')
  const scope = verifyLink(services, sign, link)
  const book = await selectBook(services, link.id, scope).select('cover').executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  return book
}

const verifyLink = (
  { now }: Services,
  sign: Sign,
  { id, coAuthor, expires, signature }: SignedLink,
  version = 1,
): LinkScope => {
  const until = /^\d{1,12}$/.test(expires) ? Number(expires) : 0
  const given = Buffer.from(signature)
  const isBy = (scope: LinkScope) => {
    const expected = Buffer.from(sign(subjectOf(id, scope, version), until))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const scopes: LinkScope[] = ['shown', 'saved', 'own', ...(UUID.test(coAuthor) ? [`with ${coAuthor}` as const] : [])]
  const scope = scopes.find(isBy)
  if (!scope || until + SKEW_SECONDS < now().getTime() / 1000) throw new Problem('badLink')
  return scope
}

const selectBook = ({ db }: Services, id: string, scope: LinkScope) =>
  db
    .selectFrom('books')
    .where('books.id', '=', id)
    .where(isOpenTo(scope === 'own', coAuthorOf(scope)))
