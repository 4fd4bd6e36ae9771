import { type RawBuilder, sql } from 'kysely'
import { removePicture } from './profile-image.ts'
import { assertPassword } from './update-password.ts'
import { assertNotLastAdmin } from '#server/admin/users.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteBooks } from '#server/publishing/delete-book.ts'

interface DeletionInput {
  password: string
  /** The books go too; else they stay without a publisher. */
  deleteBooks: boolean
}

/** Deletes one's own account: sessions and ratings go with it, comments stay without it. */
export const deleteAccount = async (services: Services, caller: Caller, farewell: DeletionInput): Promise<void> => {
  await assertPassword(services, caller.id, farewell.password, 'password')
  const removeFiles = await services.db.transaction().execute(async (trx) => {
    if (caller.userType === 'admin') await assertNotLastAdmin(trx)
    const ids = farewell.deleteBooks ? await lockBooksOf(trx, caller.id) : []
    const removeBookFiles = await deleteBooks(services, trx, ids)
    await lockRatedBooks(trx, sql`select ${caller.id}::uuid`)
    const gone = await trx.deleteFrom('users').where('id', '=', caller.id).returning('profileImage').executeTakeFirst()
    return async () => {
      await Promise.all([removeBookFiles(), removePicture(services, gone?.profileImage ?? null)])
    }
  })
  await removeFiles()
  services.log.info({ userId: caller.id, books: farewell.deleteBooks }, 'account deleted')
}

/** No further book of theirs arrives: the row that it would name is held. */
const lockBooksOf = async (trx: Database, publisherId: string): Promise<string[]> => {
  await trx.selectFrom('users').select('id').where('id', '=', publisherId).forUpdate().execute()
  const books = await trx.selectFrom('books').select('id').where('publisherId', '=', publisherId).execute()
  return books.map(({ id }) => id)
}

/** In the order of their ids, so that two who leave at once don't wait for each other in a ring. */
export const lockRatedBooks = async (trx: Database, readers: RawBuilder<unknown>): Promise<void> => {
  await sql`
    select id from books
    where id in (select book_id from ratings where user_id in (${readers}))
    order by id
    for no key update`.execute(trx)
}
