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
