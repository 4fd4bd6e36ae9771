import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { DetailsForm } from '#contract/shapes/book-details.ts'
import { DETAIL_FIELDS } from '#contract/shapes/detail-fields.ts'
import { pick } from '#contract/shapes/record-of.ts'
import { Problem } from '#contract/api/problems.ts'
import { PLAIN_DETAILS } from '#server/books/book-details.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Books } from '#server/platform/database/tables.ts'

export const DETAIL_COLUMNS = [...PLAIN_DETAILS, 'tags', 'seriesId', 'seriesName', 'seriesNumber'] as const

type DetailRow = Pick<Selectable<Books>, (typeof DETAIL_COLUMNS)[number]>

/** Under what name a book is published: that of the account, or a pen name of it. */
interface Owner {
  publisherId: string | null
  penNameId: string | null
}

/** Whether a form says anything of these fields. */
export const namesDetails = (form: DetailsForm): boolean => DETAIL_FIELDS.some((field) => form[field] !== undefined)

/** The columns of what a form says; of what it does not say, none. The publisher is locked. */
export const detailColumns = async (
  trx: Database,
  owner: Owner,
  form: DetailsForm,
  before?: DetailRow & Owner,
): Promise<Partial<DetailRow>> => {
  const said = PLAIN_DETAILS.filter((field) => form[field] !== undefined)
  return {
    ...pick(form, said),
    ...(form.tags !== undefined && { tags: form.tags ?? [] }),
    ...(await seriesColumns(trx, owner, form, before)),
  }
}

const seriesColumns = async (
  trx: Database,
  owner: Owner,
  { series, seriesNumber }: DetailsForm,
  before: (DetailRow & Owner) | undefined,
): Promise<Partial<DetailRow>> => {
  const name = series === undefined ? before?.seriesName : series
  if (typeof seriesNumber === 'number' && !name)
    throw new Problem('invalid', { errors: { seriesNumber: 'Please name the series of this number' } })
  if (series === null) return { seriesId: null, seriesName: null, seriesNumber: null }
  const isRenamed = before !== undefined && before.penNameId !== owner.penNameId
  return {
    ...(name &&
      (series !== undefined || isRenamed) && { seriesName: name, seriesId: await seriesNamed(trx, owner, name) }),
    ...(seriesNumber !== undefined && { seriesNumber }),
  }
}

/**
 * The series of this name by the same publisher, or a new one. Case and Unicode form make no difference. Books under a pen
 * name have series of their own: one that joined both would tell whose it is.
 */
const seriesNamed = async (trx: Database, { publisherId, penNameId }: Owner, name: string): Promise<string> => {
  const found = await trx
    .selectFrom('books')
    .select('seriesId')
    // With 'is not distinct from' no index would be used.
    .where('publisherId', publisherId ? '=' : 'is', publisherId)
    .where(sql<boolean>`pen_name_id is not distinct from ${penNameId}::uuid`)
    .where('seriesId', 'is not', null)
    .where(sql<boolean>`same_name(series_name) = same_name(${name})`)
    .limit(1)
    .executeTakeFirst()
  return found?.seriesId ?? randomUUID()
}

/** As the audit log names them. */
export const auditedDetails = ({ tags, seriesName, ...row }: DetailRow) =>
  pick({ ...row, series: seriesName, tags: tags.length > 0 ? tags.join(', ') : null }, DETAIL_FIELDS)
