import { PROMOTION_DAYS } from '#contract/values/premium.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PROMOTION } from '#web/messages/promotion.ts'
import css from './promotion.module.css'

/** A book's progress to premium: a stroke for each consecutive day in top-rated. Nothing before the first day. */
export const Promotion = ({ days }: { days: number }) =>
  days > 0 && (
    <p className={css.promotion}>
      <span className={css.strokes} aria-hidden="true">
        {Array.from({ length: PROMOTION_DAYS }, (_, day) => (
          <i key={day} className={classNames(day < days && css.done)} />
        ))}
      </span>
      {PROMOTION.progress(days, PROMOTION_DAYS)}
    </p>
  )
