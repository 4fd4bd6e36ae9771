import { sql } from 'kysely'
import { type PenName, PEN_NAMES_MAX } from '#contract/pen-names.ts'
import { Problem } from '#contract/api/problems.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { removeProfileImageFile, storeProfileImage } from '#server/accounts/profile/profile-image.ts'
import { violatedIndex } from '#server/accounts/register.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

interface AuthorWords {
  about: string
  links: string[]
}

const selectPenNames = (db: Database, userId: string) =>
  db
    .selectFrom('penNames')
    .select(['id as _id', 'name', 'image', 'about', 'links'])
    .select(sql<number>`(select count(*)::int from books where pen_name_id = pen_names.id)`.as('books'))
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')

export const listPenNames = (db: Database, userId: string): Promise<PenName[]> => selectPenNames(db, userId).execute()

export const readPenName = async (db: Database, userId: string, id: string): Promise<PenName> => {
  const row = await selectPenNames(db, userId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('penNameNotFound')
  return row
}

/** Makes a pen name. Of one that is taken or looks like another name nothing tells by whom, and whether it is a username. */
export const createPenName = (
  { db, now }: Services,
  userId: string,
  { name, ...words }: AuthorWords & { name: string },
): Promise<PenName> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    if ((await listPenNames(trx, userId)).length >= PEN_NAMES_MAX) throw new Problem('tooManyPenNames')
    await assertNotUsedOpenly(trx, userId, name)
    const { id } = await trx
      .insertInto('penNames')
      .values({ userId, name, ...columnsOf(words), createdAt: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (!violatedIndex(error)?.startsWith('pen_names_by_')) throw error
        throw new Problem('penNameTaken', { errors: { name: 'This name is taken.' } })
      })
    return readPenName(trx, userId, id)
  })

/** A book with the account and this author would tell whose the pen name is. */
const assertNotUsedOpenly = async (trx: Database, userId: string, name: string): Promise<void> => {
  const book = await trx
    .selectFrom('books')
    .select('id')
    .where('publisherId', '=', userId)
    .where('penNameId', 'is', null)
    .where(sql<boolean>`same_name(author) = same_name(${name})`)
    .limit(1)
    .executeTakeFirst()
  if (book) throw new Problem('invalid', { errors: { name: 'A book under your own name has this author already.' } })
}

/** Changes what stands on the page of a pen name. */
export const updatePenName = async (
  { db }: Services,
  userId: string,
  { id, ...words }: AuthorWords & { id: string },
): Promise<PenName> => {
  await db
    .updateTable('penNames')
    .set(columnsOf(words))
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return readPenName(db, userId, id)
}

/** Removes a pen name that no book has, in any state. */
export const deletePenName = async (services: Services, userId: string, id: string): Promise<void> => {
  const image = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const { books, image } = await readPenName(trx, userId, id)
    if (books > 0) throw new Problem('penNameInUse')
    await trx.deleteFrom('penNames').where('id', '=', id).execute()
    return image
  })
  await removeProfileImageFile(services, image)
}

interface Owned {
  userId: string
  id: string
}

export const setPenNameImage = (services: Services, owned: Owned, file: UploadedFile): Promise<PenName> =>
  storeProfileImage(services, file, (url) => replaceImage(services, owned, url))

export const removePenNameImage = (services: Services, owned: Owned): Promise<PenName> =>
  replaceImage(services, owned, null)

const replaceImage = async (services: Services, { userId, id }: Owned, image: string | null): Promise<PenName> => {
  const { before, after } = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const before = await readPenName(trx, userId, id)
    await trx.updateTable('penNames').set({ image }).where('id', '=', id).execute()
    return { before, after: { ...before, image } }
  })
  await removeProfileImageFile(services, before.image)
  return after
}

const columnsOf = ({ about, links }: AuthorWords) => ({ about: about || null, links: [...new Set(links)] })
