import { Loading, Skeleton } from '#web/ui/loading.tsx'
import css from './skeletons.module.css'

const ROW_WIDTHS = [80, 55, 70, 90, 60, 75]
const TOTALS = 6

/** The skeleton of a table. */
export const TableSkeleton = ({ text }: { text: string }) => (
  <div className={css.skeleton}>
    <Loading text={text}>
      {ROW_WIDTHS.map((percent) => (
        <div key={percent} className={css.row}>
          <Skeleton width={`${percent}%`} />
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </Loading>
  </div>
)

/** The skeleton of the dashboard's totals. */
export const TotalsSkeleton = ({ text }: { text: string }) => (
  <div className={css.skeleton}>
    <Loading text={text}>
      <div className={css.figures}>
        {Array.from({ length: TOTALS }, (_, index) => (
          <div key={index} className={css.figure}>
            <Skeleton width="7rem" />
            <Skeleton width="3rem" height="2rem" />
          </div>
        ))}
      </div>
    </Loading>
  </div>
)

/** The skeleton of a form. */
export const FormSkeleton = ({ text }: { text: string }) => (
  <div className={css.skeleton}>
    <Loading text={text}>
      {ROW_WIDTHS.slice(0, 4).map((percent) => (
        <div key={percent} className={css.fields}>
          <Skeleton width="9rem" height="1.4rem" />
          <Skeleton height="2.9rem" />
        </div>
      ))}
    </Loading>
  </div>
)
