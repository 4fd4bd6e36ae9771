import { sql } from 'kysely'
import { Readable } from 'node:stream'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { contentDigest } from './document-digest.ts'

interface MadeKepub {
  bookId: string
  /** The EPUB that it was made of. */
  epub: { key: string; size: number }
  bytes: Uint8Array
}

/** Keeps by what a reading app knows a KEPUB, before it is sent. Nothing is kept if the book was deleted meanwhile. */
export const keepKepubDigest = async ({ db, storage }: Services, { bookId, epub, bytes }: MadeKepub): Promise<void> => {
  const inMemory = {
    read: (_key: string, { first, last } = { first: 0, last: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(first, last + 1)]),
  }
  const contentMd5 = await contentDigest(inMemory, epub.key, bytes.length)
  const epubMd5 = await contentDigest(storage, epub.key, epub.size)
  await sql`
    insert into kepub_digests (book_id, content_md5, epub_md5)
    select id, ${contentMd5}::text, ${epubMd5}::text from books where id = ${bookId}::uuid for key share
    on conflict do nothing`.execute(db)
}

/** The digest of the EPUB that a KEPUB with this one was made of. */
export const epubOfKepub = async (db: Database, document: string): Promise<string | undefined> => {
  const found = db.selectFrom('kepubDigests').select('epubMd5').where('contentMd5', '=', document).limit(1)
  return (await found.executeTakeFirst())?.epubMd5
}
