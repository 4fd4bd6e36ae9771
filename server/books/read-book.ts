import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { BookFile } from '#contract/books.ts'
import { Problem } from '#contract/problems.ts'
import { editionKeyOf, formatOf } from '#server/formats/formats.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { currentVersion } from './current-version.ts'
import { isShown } from './is-shown.ts'

const LINK_SECONDS = 6 * 3600
/** Two clocks may differ by so much. */
const SKEW_SECONDS = 60

/** Signs links to files; the key is made once and kept in the database, so that every process knows it. */
export const fileSigner = async ({ db }: Services) => {
  const { key } = await db.selectFrom('fileKeys').select('key').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return (bookId: string, expires: number) =>
    createHmac('sha256', key).update(`${bookId}.${expires}`).digest('base64url')
}

export type Sign = Awaited<ReturnType<typeof fileSigner>>

/** What a link says to work for: a book that is shown, or its publisher, in any state of it. */
export type LinkScope = 'shown' | 'own'
/** The first version is not named, as it was not before there were others. */
const subjectOf = (id: string, scope: LinkScope, version: number) =>
  `${scope === 'own' ? 'own ' : ''}${id}${version > 1 ? ` ${version}` : ''}`

/** Links to the file and the edition of a book that work for six hours, and no longer than the book and this version of it. */
export const bookFileLinks = async (
  services: Services,
  sign: Sign,
  id: string,
  scope: LinkScope = 'shown',
): Promise<BookFile> => {
  const { format, file, edition } = await readLinks(services, sign, { id, scope })
  return { format, url: edition ?? file, downloadUrl: `${file}&download` }
}

/** The link of the calls that serve PDFs alone. */
export const pdfLink = async (services: Services, sign: Sign, id: string) => {
  const { format, file } = await readLinks(services, sign, { id, scope: 'shown' })
  if (format !== 'pdf')
    throw new Problem('bookNotFound', { message: 'This book is an EPUB. Ask for its file at /file, not at /pdf.' })
  return { pdfUrl: file }
}

/** The query of a link to a file of a book, for six hours. */
export const signedQuery = ({ now }: Services, sign: Sign, id: string, scope: LinkScope, version = 1): string => {
  const expires = Math.floor(now().getTime() / 1000) + LINK_SECONDS
  return `e=${expires}&s=${sign(subjectOf(id, scope, version), expires)}${version > 1 ? `&v=${version}` : ''}`
}

const readLinks = async (services: Services, sign: Sign, { id, scope }: { id: string; scope: LinkScope }) => {
  const book = await selectBook(services, id, scope)
    .select(['pdf', 'pdfName', currentVersion.as('version')])
    .executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  const { name, folder } = formatOf(book.pdf)
  const query = signedQuery(services, sign, id, scope, book.version)
  const link = (path: string) => `${services.settings.filesOrigin ?? ''}/files/${path}?${query}`
  return {
    format: name,
    file: link(`${folder}/${id}/${encodeURIComponent(book.pdfName)}`),
    edition: editionKeyOf(book.pdf) && link(`edition/${id}`),
  }
}

interface SignedLink {
  id: string
  expires: string
  signature: string
}

/**
 * Verifies a signed link and finds its file: that of the version for which the link was made, so that a book stays whole for
 * those who have it open. The book is looked up each time: a link stops working when its book is deleted or hidden.
 */
export const openSigned = async (
  services: Services,
  sign: Sign,
  { version, ...link }: SignedLink & { version: string },
) => {
  if (!/^\d{1,9}$/.test(version)) throw new Problem('badLink')
  const number = Number(version)
  const scope = verifyLink(services, sign, link, number)
  const [book] = await selectVersion(services.db, link.id, number, scope === 'own')
  if (!book) throw new Problem('bookNotFound')
  return book
}

/** Its text is built once: thousands of downloads may begin at once. */
const selectVersion = preparedQuery((id: string, number: number, isOwn: boolean) => ({
  compile: (db) =>
    sql<{ pdf: string; pdfName: string }>`
      select coalesce(earlier.pdf, books.pdf) as pdf, coalesce(earlier.pdf_name, books.pdf_name) as pdf_name
      from books
      left join book_versions as earlier
        on earlier.book_id = books.id and earlier.number = ${number}::int and ${currentVersion} > ${number}::int
      where
        books.id = ${id}::uuid and (${isOwn}::boolean or ${isShown})
        and (earlier.number is not null or ${currentVersion} = ${number}::int)`.compile(db),
}))

/** The same for the cover of a book. */
export const openSignedCover = async (services: Services, sign: Sign, link: SignedLink) => {
  const scope = verifyLink(services, sign, link)
  const book = await selectBook(services, link.id, scope).select('cover').executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  return book
}

const verifyLink = ({ now }: Services, sign: Sign, { id, expires, signature }: SignedLink, version = 1): LinkScope => {
  const until = /^\d{1,12}$/.test(expires) ? Number(expires) : 0
  const given = Buffer.from(signature)
  const isBy = (scope: LinkScope) => {
    const expected = Buffer.from(sign(subjectOf(id, scope, version), until))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const scope = isBy('shown') ? 'shown' : isBy('own') ? 'own' : undefined
  if (!scope || until + SKEW_SECONDS < now().getTime() / 1000) throw new Problem('badLink')
  return scope
}

const selectBook = ({ db }: Services, id: string, scope: LinkScope) =>
  db
    .selectFrom('books')
    .where('books.id', '=', id)
    .$if(scope === 'shown', (books) => books.where(isShown))
