import { type RawBuilder, sql } from 'kysely'
import { ANSWERED_FIELDS, type AnsweredField, type BookDetails } from '#contract/shapes/book-details.ts'

/** The details that are no column of their own name. */
const COMPOSED: { [Field in 'series' | 'tags']: RawBuilder<BookDetails[Field] | null> } = {
  series: sql`case when books.series_id is not null then
    json_build_object('_id', books.series_id, 'name', books.series_name, 'number', books.series_number) end`,
  tags: sql`case when books.tags <> '{}' then books.tags end`,
}

const isComposed = (field: AnsweredField): field is keyof typeof COMPOSED => field in COMPOSED

/** The details that are a column of their name, which is null where nothing is said. */
export const PLAIN_DETAILS = ANSWERED_FIELDS.filter((field) => field !== 'series' && field !== 'tags')

/** What the author of a book says of it, without what is not said: the only map from columns to these fields. */
export const bookDetails = sql<BookDetails>`json_strip_nulls(to_json((select details from (select ${sql.join(
  ANSWERED_FIELDS.map((field) => {
    const value = isComposed(field) ? COMPOSED[field] : sql.ref(`books.${field}`)
    return sql`${value} as ${sql.raw(`"${field}"`)}`
  }),
)}) as details)))`.as('details')
