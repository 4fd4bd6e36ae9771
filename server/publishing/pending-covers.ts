import { sql } from 'kysely'
import { coverGenre, type Genre } from '#contract/shapes/genres.ts'
import { createImageProcessor } from '#server/cover-rendering/create-image-processor.ts'
import { type InspectFile, openBookInspector } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { ImageRejectedError } from '#server/platform/images/image-error.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import { toCoverColumns } from './book-covers.ts'
import { inspectStored, withNewFiles } from './files/book-files.ts'

export const MAKE_COVERS_JOB = 'make-covers'

/** What a cover is made of later. */
export type PendingCover = { choice: 'image'; picture: Buffer } | { choice: 'first-page' | 'series' }

/** The number of attempts before a book gets a drawn cover. */
const TRIES = 3
/** The cached lists are invalidated at most this often. */
const SHOW_EVERY_MS = 5000
/** Everything else on the machine comes first, so a cover may take long. */
const LOWEST_PRIORITY = 19
const WALL_MS = 240_000

/** Longer than a cover takes. The process that makes it may have been killed. */
const claimed = sql<Date>`now() + interval '5 minutes'`

/** The covers that books of each genre have until their own is made: drawn ones without words. */
export const createPlainCovers = ({ images }: Pick<Services, 'images'>) => {
  const drawn = new Map<Genre, Promise<EncodedCover>>()
  return (genre: Genre): Promise<EncodedCover> => {
    const known = drawn.get(genre) ?? images.drawCover({ title: '', author: '', genre, seed: 0 })
    drawn.set(genre, known)
    known.catch(() => drawn.delete(genre))
    return known
  }
}

/** A book of the transaction gets its cover later. */
export const addPendingCover = async (db: Database, bookId: string, plain: string, cover: PendingCover) => {
  const picture = cover.choice === 'image' ? cover.picture : null
  await db.insertInto('pendingCovers').values({ bookId, plain, choice: cover.choice, picture }).execute()
}

export const countPendingCovers = async (db: Database): Promise<number> => {
  const { count } = await db
    .selectFrom('pendingCovers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Processes that serve nobody else. */
const openProcesses = () => {
  const images = createImageProcessor({ wallMs: WALL_MS }, { niceness: LOWEST_PRIORITY })
  const { inspect, close } = openBookInspector()
  return {
    images,
    inspect,
    close: () => {
      images.close()
      close()
    },
  }
}

/** Makes the covers of imported books, one after another. */
export const makePendingCovers = async (
  services: Services,
  stopping: AbortSignal,
  open: () => Pick<ReturnType<typeof openProcesses>, 'images' | 'inspect' | 'close'> = openProcesses,
): Promise<void> => {
  if ((await countPendingCovers(services.db)) === 0) return
  const { images, inspect, close } = open()
  let shownAt = performance.now()
  try {
    while (!stopping.aborted) {
      const book = await claimBook(services.db)
      if (!book) return
      await makeOne({ ...services, images }, inspect, book)
      if (performance.now() < shownAt + SHOW_EVERY_MS) continue
      shownAt = performance.now()
      services.invalidate(['lists'])
    }
  } finally {
    services.invalidate(['lists'])
    close()
  }
}

interface Claimed {
  id: string
  plain: string
  choice: PendingCover['choice']
  picture: Buffer | null
  tries: number
  title: string
  author: string
  genre: Genre | ''
  pdf: string
}

const claimBook = async (db: Database): Promise<Claimed | undefined> => {
  const { rows } = await sql<Claimed>`
    update pending_covers set claimed_until = ${claimed}, tries = tries + 1
    from books
    where books.id = book_id and book_id = (
      select book_id from pending_covers where claimed_until < now() order by book_id limit 1 for update skip locked
    )
    returning id, plain, choice, picture, tries, title, author, genre, pdf`.execute(db)
  return rows[0]
}

const makeOne = async (services: Services, inspect: InspectFile, book: Claimed) => {
  const { db, log, invalidate } = services
  try {
    const { cover, seed } = await makeCoverOf(services, inspect, book)
    await withNewFiles(services, { book: undefined, cover }, async (trx) => {
      const now = await lockBook(trx.db, book.id)
      if (!now) return
      const isPlain = now.cover === book.plain
      // The words were changed while it was drawn: it is drawn again.
      if (isPlain && seed !== null && WORDS.some((word) => now[word] !== book[word])) return release(trx.db, book.id)
      if (isPlain)
        await trx.db.updateTable('books').set(toCoverColumns(cover, seed)).where('id', '=', book.id).execute()
      await trx.db.deleteFrom('pendingCovers').where('bookId', '=', book.id).execute()
    })
    invalidate([`book:${book.id}`])
  } catch (error) {
    // It is tried again when the claim ends.
    log.warn({ bookId: book.id, attempt: book.tries, reason: String(error) }, 'a cover could not be made')
    if (await isDatabaseAway(db)) throw error
  }
}

const WORDS = ['title', 'author', 'genre'] as const

/** The cover of the picture or the first page, or a drawn one, whose number is the seed. */
const makeCoverOf = async (services: Services, inspect: InspectFile, book: Claimed) => {
  const { images } = services
  const { choice, picture, tries, title, author, pdf } = book
  const genre = coverGenre(book.genre)
  const made = async (): Promise<EncodedCover | undefined> => {
    if (choice === 'series' || tries > TRIES) return undefined
    if (picture) return images.encodeCover(picture)
    await using inspected = await inspectStored(services, pdf, { inspect, cover: 'first-page', caller: null })
    return inspected.firstPage && images.encodeFirstPage(inspected.firstPage.png, genre)
  }
  const cover = await made().catch((error: unknown) => {
    if (!(error instanceof ImageRejectedError)) throw error
    return undefined
  })
  return cover ? { cover, seed: null } : { cover: await images.drawCover({ title, author, genre, seed: 0 }), seed: 0 }
}

const lockBook = (db: Database, id: string) =>
  db
    .selectFrom('books')
    .select(['cover', ...WORDS])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

const release = async (db: Database, bookId: string) => {
  await db
    .updateTable('pendingCovers')
    .set({ claimedUntil: new Date(0) })
    .where('bookId', '=', bookId)
    .execute()
}

const isDatabaseAway = (db: Database) =>
  sql`select 1`.execute(db).then(
    () => false,
    () => true,
  )
