import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Every word stands somewhere in the title or the author, accents and case aside; undefined for a blank query. */
export const matching = (query: string): RawBuilder<SqlBool> | undefined => {
  const words = query.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const conditions = words.map((word) => sql<SqlBool>`search_text like '%' || ${escapedLike(word)} || '%'`)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The accents go in the database, which knows them; the signs of LIKE are escaped after that. */
const escapedLike = (word: string) => sql<string>`regexp_replace(searchable(${word}), '([\\\\%_])', '\\\\\\1', 'g')`

/** Those whose title begins with the query come first, then those that most have rated. */
export const byCloseness = (query: string) =>
  sql`(search_text like ${escapedLike(query.trim())} || '%') desc, rating_count desc, books.id desc`
