import { sql } from 'kysely'
import type { EditedBook } from '#contract/publishing.ts'
import { selectAllBooks } from '#server/books/book-serializer.ts'
import { readBook } from '#server/books/book-detail.ts'
import { type Sign, signedQuery } from '#server/books/read-book.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { ownerPolicy, readBookForChange } from './book-policy.ts'
import { latestDeclaration } from './rights.ts'
import { findSameFileOf } from './same-files.ts'

/** A book as its publisher edits it, in any state. The link to a cover that others don't see is signed. */
export const editedBook = async (services: Services, sign: Sign, caller: Caller, id: string): Promise<EditedBook> => {
  await readBookForChange(services.db, ownerPolicy(caller), id)
  const [detail, row, rights, sameFile] = await Promise.all([
    readBook(services, id, selectAllBooks),
    readState(services, id),
    latestDeclaration(services.db, id),
    findSameFileOf(services.db, { id, userId: caller.id }),
  ])
  const { isHidden, hidden, publishAt, ...state } = row
  return {
    ...detail,
    ...{ ...state, rights, sameFile },
    image: isHidden ? ownCoverUrl(services, sign, detail) : detail.image,
    publishAt: publishAt?.toISOString() ?? null,
    hidden: hidden && { ...hidden, until: hidden.until && new Date(hidden.until).toISOString() },
  }
}

/** The address of a cover for the publisher of its book alone. */
export const ownCoverUrl = (services: Services, sign: Sign, { _id, image }: Pick<EditedBook, '_id' | 'image'>) =>
  `${image}?id=${_id}&${signedQuery(services, sign, _id, 'own')}`

const readState = ({ db }: Services, id: string) =>
  db
    .selectFrom('books')
    .select(['state', 'publishAt', 'version', 'isHidden'])
    .select(
      sql<EditedBook['hidden']>`(
        select json_build_object('reason', reason, 'until', until) from hidings
        where hidings.book_id = books.id or hidings.user_id = books.publisher_id
        order by hidings.book_id nulls last limit 1
      )`.as('hidden'),
    )
    .where('id', '=', id)
    .$narrowType<{ state: EditedBook['state'] }>()
    .executeTakeFirstOrThrow()
