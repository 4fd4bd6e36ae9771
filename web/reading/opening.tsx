import { Loading } from '#web/ui/loading.tsx'
import { READING } from '#web/messages/reading.ts'
import css from './opening.module.css'

/** A blank sheet until the first page is there. */
export const Opening = () => (
  <div className={css.sheet}>
    <Loading text={READING.opening} />
  </div>
)
