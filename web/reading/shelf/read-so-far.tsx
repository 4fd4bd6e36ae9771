import { READING } from '#web/messages/reading.ts'
import css from './read-so-far.module.css'

/** How far a book was read, in pages and as a line. */
export const ReadSoFar = ({ page, pages }: { page: number; pages: number }) => (
  <>
    {READING.pageOf(page, pages)}
    <span className={css.bar} aria-hidden="true">
      <span style={{ width: `${(page / pages) * 100}%` }} />
    </span>
  </>
)
