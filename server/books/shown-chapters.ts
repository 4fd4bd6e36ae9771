import { type RawBuilder, sql } from 'kysely'
import type { DatedChapter } from '#contract/books.ts'
import { currentVersion } from './current-version.ts'

const titleAndTime = (at: RawBuilder<Date | null>) => sql<DatedChapter>`json_build_object(
  'title', chapters.title, 'at', to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
)`

/** The next chapter that is planned, in a statement on `books`; null if there is none. One that failed is its author's to see. */
export const comingChapter = sql<DatedChapter | null>`(
  select ${titleAndTime(sql`chapters.coming_at`)}
  from chapters
  where chapters.book_id = books.id and chapters.coming_at > now() and chapters.failure is null
  order by chapters.coming_at, chapters.id
  limit 1
)`.as('comingChapter')

/** The same of the chapter with which the current file came. Another file may not have it. */
export const latestChapter = sql<DatedChapter | null>`(
  select ${titleAndTime(sql`chapters.added_at`)}
  from chapters
  where chapters.book_id = books.id and chapters.version = ${currentVersion}
  limit 1
)`.as('latestChapter')
