import type { Book } from '#contract/books.ts'
import type { User } from '#contract/people.ts'
import { Problem } from '#contract/problems.ts'
import { profileImageName, profileImageKey } from './profile-image-key.ts'
import { toUser } from './user-serializer.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import { coverKey } from '#server/books/cover-key.ts'
import type { SentFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { zipOf, type ZipEntry } from '#server/platform/zip.ts'

interface OwnFile {
  key: string
  name: string
}

/** All that is theirs and nothing of others: what they said as JSON, and the files of their books. */
export const exportAccount = async (services: Services, userId: string): Promise<SentFile> => {
  const [account, ratings, comments, reading, books] = await Promise.all([
    accountOf(services, userId),
    ratingsOf(services, userId),
    commentsOf(services, userId),
    readingOf(services, userId),
    booksOf(services, userId),
  ])
  const texts = { account, ratings, comments, reading, books: books.map(({ book }) => book) }
  const files = [...pictureOf(account), ...books.flatMap(({ files }) => files)]
  return { fileName: 'quillhouse-export.zip', content: zipOf(entriesOf(services, texts, files), services.now()) }
}

/** A file is opened when its turn comes; one that is gone by then is left out. */
async function* entriesOf(
  { storage }: Services,
  texts: Record<string, unknown>,
  files: OwnFile[],
): AsyncGenerator<ZipEntry> {
  for (const [name, value] of Object.entries(texts)) {
    yield { name: `${name}.json`, content: `${JSON.stringify(value, null, 2)}\n` }
  }
  for (const { key, name } of files) {
    if ((await storage.size(key)) !== undefined) yield { name, content: storage.read(key) }
  }
}

const accountOf = async ({ db }: Services, userId: string): Promise<User> => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw new Problem('unauthenticated')
  return toUser(row)
}

const pictureOf = ({ profileImage }: User): OwnFile[] =>
  profileImage === null ? [] : [{ key: profileImageKey(profileImageName(profileImage)), name: 'profile-image.webp' }]

const ratingsOf = ({ db }: Services, userId: string) =>
  db
    .selectFrom('ratings')
    .innerJoin('books', 'books.id', 'ratings.bookId')
    .select(['bookId', 'title', 'author', 'stars', 'ratedAt'])
    .where('userId', '=', userId)
    .orderBy('ratedAt')
    .execute()

const commentsOf = ({ db }: Services, userId: string) =>
  db
    .selectFrom('comments')
    .innerJoin('books', 'books.id', 'comments.bookId')
    .select(['comments.id as _id', 'bookId', 'title', 'text', 'comments.createdAt'])
    .where('userId', '=', userId)
    .orderBy('comments.id')
    .execute()

/** Where each device stands in each book, and where the book lies open for all of them. */
const readingOf = ({ db }: Services, userId: string) =>
  db
    .selectFrom('devicePositions as place')
    .innerJoin('readingPositions as open', (join) =>
      join.onRef('open.userId', '=', 'place.userId').onRef('open.bookId', '=', 'place.bookId'),
    )
    .innerJoin('books', 'books.id', 'place.bookId')
    .select(['place.bookId', 'title', 'author', 'open.page as openAt'])
    .select(['place.deviceName', 'place.page', 'place.furthest', 'place.readAt'])
    .where('place.userId', '=', userId)
    .orderBy('place.readAt')
    .orderBy('place.deviceId')
    .execute()

interface OwnBook {
  book: Book & { pdf: string; cover: string }
  files: OwnFile[]
}

const booksOf = async ({ db, settings }: Services, userId: string): Promise<OwnBook[]> => {
  const rows = await selectBooks(db)
    .select(['pdf', 'pdfName', 'cover'])
    .where('publisherId', '=', userId)
    .orderBy('books.id')
    .execute()
  return rows.map((row) => {
    const pdf = { key: row.pdf, name: `books/${row.id}/${row.pdfName}` }
    const cover = { key: coverKey(row.cover, '.webp'), name: `books/${row.id}/cover.webp` }
    return { book: { ...toBook(settings.filesOrigin)(row), pdf: pdf.name, cover: cover.name }, files: [pdf, cover] }
  })
}
