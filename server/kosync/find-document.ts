import { sql } from 'kysely'
import { currentVersion } from '#server/books/current-version.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { PageMark } from '#server/formats/book-format.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import { versionOfPlace } from '#server/reading/keep-positions.ts'
import { epubOfKepub } from './kepub-digests.ts'

/** A file of a book, as a document of a reading app. */
export interface DocumentFile {
  bookId: string
  /** The version of the file, if the book still has it. */
  fileVersion: number | null
  /** What is in it stands on the same pages of the current file: it is that one, or only chapters were added since. */
  isOnItsPages: boolean
  pageCount: number
  /** The pages of the current file. */
  currentCount: number
  isEpub: boolean
  /** The key of the current file. */
  currentKey: string
  /** The number in the spine, and the first page, of each chapter of an EPUB. */
  spine: number[]
  firstPages: number[]
  /** Where each page begins, in an EPUB that was made of the pages of a PDF; null for other files. */
  pageMarks: PageMark[] | null
  /** It is a KEPUB that was made of this file. */
  isKepub: boolean
}

type Found = Omit<DocumentFile, 'isKepub'> & { isByContent: boolean; isBegun: boolean }

/**
 * The file that a document of a person is, by its digest; undefined for one that is none of this library or is not shown. Where
 * several books have the file, it is the one that the person has begun. A name of several books tells nothing.
 */
export const findDocument = async (
  db: Database,
  userId: string,
  document: string,
): Promise<DocumentFile | undefined> => {
  const found = await findFiles(db, userId, document)
  const [first] = found
  if (first) {
    const isClear = first.isByContent || first.isBegun || found.every(({ bookId }) => bookId === first.bookId)
    return isClear ? { ...first, isKepub: false } : undefined
  }
  const epub = await epubOfKepub(db, document)
  const [file] = epub === undefined ? [] : await findFiles(db, userId, epub)
  return file && { ...file, isKepub: true }
}

const findFiles = preparedQuery(
  (userId: string, document: string) => sql<Found>`
    select
      digest.book_id, file.version = current.version as is_current,
      ${versionOfPlace(sql`file.version`)} = current.version as is_on_its_pages,
      case when file.version = current.version or kept.number is not null then file.version end as file_version,
      digest.page_count, books.page_count as current_count, digest.is_epub, books.pdf as current_key,
      digest.spine, digest.first_pages, digest.page_marks, coalesce(content_md5 = ${document}::text, false) as is_by_content,
      exists (
        select from reading_positions as begun where begun.user_id = ${userId}::uuid and begun.book_id = digest.book_id
      ) as is_begun
    from (
      select
        book_id, version, page_count, starts_with(pdf, 'epub/') as is_epub, content_md5, spine, first_pages,
        null::jsonb as page_marks, null::timestamptz as made_at
      from book_digests
      where content_md5 = ${document}::text or name_md5s @> array[${document}::text]
      union all
      select book_id, version, page_count, true, content_md5, '{}'::int[], '{}'::int[], page_marks, made_at
      from page_epub_digests
      where content_md5 = ${document}::text or name_md5s @> array[${document}::text]
    ) as digest
    join books on books.id = digest.book_id
    cross join lateral (select ${currentVersion} as version) as current
    cross join lateral (select digest.version) as file
    left join book_versions as kept on kept.book_id = digest.book_id and kept.number = digest.version
    where ${isShown}
    order by is_by_content desc, is_begun desc, is_current desc, digest.book_id, digest.version desc,
      digest.made_at desc nulls first
    limit 20`,
)
