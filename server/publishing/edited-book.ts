import { sql } from 'kysely'
import type { EditedBook } from '#contract/publishing.ts'
import { readBook, selectAllDetails } from '#server/books/book-detail.ts'
import { type LinkScope, type Sign, signedQuery } from '#server/books/read-book.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { ownScope, readBookForView } from './book-policy.ts'
import { pageEpubState } from './page-epubs/page-epub-state.ts'
import { latestDeclaration } from './rights.ts'
import { findSameFileOf } from './files/same-files.ts'

/** A book as its publisher edits it and its co-authors see it, in any state. The link to a cover that others don't see is signed. */
export const editedBook = async (services: Services, sign: Sign, caller: Caller, id: string): Promise<EditedBook> => {
  const viewed = await readBookForView(services.db, caller, id)
  const mayChange = viewed.publisherId === caller.id
  const [detail, row, rights, sameFile] = await Promise.all([
    readBook(services, id, selectAllDetails),
    readState(services, id, caller),
    mayChange ? latestDeclaration(services.db, id) : null,
    mayChange ? findSameFileOf(services.db, { id, userId: caller.id }) : null,
  ])
  const { isHidden, hidden, publishAt, ...state } = row
  return {
    ...detail,
    ...state,
    mayChange,
    rights,
    sameFile,
    image: isHidden ? ownCoverUrl(services, sign, detail, ownScope(viewed, caller)) : detail.image,
    publishAt: publishAt?.toISOString() ?? null,
    hidden: hidden && { ...hidden, until: hidden.until && new Date(hidden.until).toISOString() },
  }
}

/** The address of a cover for the publisher or a co-author of its book alone. */
export const ownCoverUrl = (
  services: Services,
  sign: Sign,
  { _id, image }: Pick<EditedBook, '_id' | 'image'>,
  scope: LinkScope = 'own',
) => `${image}?id=${_id}&${signedQuery(services, sign, _id, scope)}`

const readState = ({ db }: Services, id: string, caller: Caller) =>
  db
    .selectFrom('books')
    .select(['state', 'publishAt', 'version', 'isHidden', pageEpubState.as('pageEpub')])
    .select(
      // Before anybody could read it, it is made again.
      sql<boolean>`manuscript_name is not null and (state in ('published', 'withdrawn') or published_at is not null)`.as(
        'keepsWords',
      ),
    )
    .select(sql<boolean>`manuscript_name is not null`.as('takesChapters'))
    .select(
      // What is said of the account, often by its name, is for its owner alone. Once it is deleted, it is said of each book.
      sql<EditedBook['hidden']>`(
        select json_build_object(
          'reason', case
            when books.publisher_id = ${caller.id} or hidings.book_id is not null and books.publisher_id is not null then reason
            else ''
          end,
          'until', until
        )
        from hidings
        where hidings.book_id = books.id or hidings.user_id = books.publisher_id
        order by hidings.book_id nulls last limit 1
      )`.as('hidden'),
    )
    .select(
      sql<EditedBook['penName']>`(
        select json_build_object('_id', id, 'name', name) from pen_names where id = pen_name_id
      )`.as('penName'),
    )
    .where('id', '=', id)
    .$narrowType<{ state: EditedBook['state'] }>()
    .executeTakeFirstOrThrow()
