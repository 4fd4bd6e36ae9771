import { sql } from 'kysely'
import type { ComingChapter } from '#contract/books.ts'

/** The next chapter that is planned, in a statement on `books`; null if there is none. One that failed is its author's to see. */
export const comingChapter = sql<ComingChapter | null>`(
  select json_build_object(
    'title', chapters.title,
    'at', to_char(chapters.coming_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
  from chapters
  where chapters.book_id = books.id and chapters.coming_at > now() and chapters.failure is null
  order by chapters.coming_at, chapters.id
  limit 1
)`.as('comingChapter')
