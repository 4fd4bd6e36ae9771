import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The title or the author has every word, ignoring accents and case; undefined for a blank query. */
export const matching = (query: string): RawBuilder<SqlBool> | undefined => {
  const words = query.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const conditions = words.map((word) => sql<SqlBool>`search_text like '%' || ${escapedLike(word)} || '%'`)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The database removes accents first; then the wildcards of LIKE are escaped. */
const escapedLike = (word: string) => sql<string>`regexp_replace(searchable(${word}), '([\\\\%_])', '\\\\\\1', 'g')`

/** The title that is the query first, then titles that begin with it, each by the number of ratings. */
export const byCloseness = (query: string) => {
  const phrase = query.trim().replace(/\s+/g, ' ')
  // Of titles that begin with the query, the one of the same length is the query: cheaper than normalizing every title.
  return sql`case
    when search_text not like ${escapedLike(phrase)} || '%' then 2
    when char_length(title) > ${[...phrase].length}::int then 1
    else 0
  end, rating_count desc, books.id desc`
}
