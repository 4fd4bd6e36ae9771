import { Loading, Skeleton } from '#web/ui/loading.tsx'
import css from './skeletons.module.css'

const ROWS = [80, 55, 70, 90, 60, 75]
const FIGURES = 6

/** A table to come, row by row. */
export const TableSkeleton = ({ text }: { text: string }) => (
  <div className={css.skeleton}>
    <Loading text={text}>
      {ROWS.map((percent) => (
        <div key={percent} className={css.row}>
          <Skeleton width={`${percent}%`} />
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </Loading>
  </div>
)

/** The six counts to come, and the lines of 30 days below them. */
export const TotalsSkeleton = ({ text }: { text: string }) => (
  <div className={css.skeleton}>
    <Loading text={text}>
      <div className={css.figures}>
        {Array.from({ length: FIGURES }, (_, index) => (
          <div key={index} className={css.figure}>
            <Skeleton width="7rem" />
            <Skeleton width="3rem" height="2rem" />
          </div>
        ))}
      </div>
    </Loading>
  </div>
)

/** A form to come: what is asked on one side, its fields on the other. */
export const FormSkeleton = ({ text }: { text: string }) => (
  <div className={css.skeleton}>
    <Loading text={text}>
      {ROWS.slice(0, 4).map((percent) => (
        <div key={percent} className={css.fields}>
          <Skeleton width="9rem" height="1.4rem" />
          <Skeleton height="2.9rem" />
        </div>
      ))}
    </Loading>
  </div>
)
