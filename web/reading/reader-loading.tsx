import { Loading } from '#web/ui/loading.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './reader-loading.module.css'

/** A blank page with a loading text, shown until the book is open. */
export const ReaderLoading = () => (
  <div className={css.sheet}>
    <Loading text={READING.opening} />
  </div>
)
