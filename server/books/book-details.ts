import { type RawBuilder, sql } from 'kysely'
import type { BookDetails } from '#contract/shapes/book-details.ts'

const FIELDS: { [Field in keyof BookDetails]-?: RawBuilder<BookDetails[Field] | null> } = {
  subtitle: sql`books.subtitle`,
  series: sql`case when books.series_id is not null then
    json_build_object('_id', books.series_id, 'name', books.series_name, 'number', books.series_number) end`,
  language: sql`books.language`,
  year: sql`books.year`,
  isbn: sql`books.isbn`,
  tags: sql`case when books.tags <> '{}' then books.tags end`,
  licence: sql`books.licence`,
  downloads: sql`books.downloads`,
  contentNotes: sql`books.content_notes`,
  age: sql`books.age`,
}

/** What the author of a book says of it, without what is not said: the only map from columns to these fields. */
export const bookDetails = sql<BookDetails>`json_strip_nulls(to_json((select details from (select ${sql.join(
  Object.entries(FIELDS).map(([name, value]) => sql`${value} as ${sql.raw(`"${name}"`)}`),
)}) as details)))`.as('details')
