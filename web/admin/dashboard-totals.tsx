import type { DashboardStats } from '#contract/admin.ts'
import { DASHBOARD } from '#web/messages/admin-dashboard.ts'
import { grouped } from '#web/messages/counts.ts'
import { classNames } from '#web/ui/class-names.ts'
import lineCss from './chart-line.module.css'
import css from './dashboard-totals.module.css'
import { linePoints } from './line-points.ts'

type Days = DashboardStats['totals']
type Figure = Exclude<keyof Days[number], 'day'>

const FIGURES: readonly (readonly [Figure, string])[] = [
  ['users', DASHBOARD.stats.total],
  ['books', DASHBOARD.stats.books],
  ['readers', DASHBOARD.stats.readers],
  ['authors', DASHBOARD.stats.authors],
  ['premium', DASHBOARD.stats.premium],
  ['verified', DASHBOARD.stats.verified],
]

/** A line through fewer days, after days of nothing, would be a spike. */
const LINE_MIN_DAYS = 3

/** The six totals, each with its change in the last 30 days, and its line once there is enough to draw. */
export const DashboardTotals = ({ totals }: { totals: Days }) => {
  const recorded = totals.filter((day) => FIGURES.some(([figure]) => day[figure] > 0))
  return (
    <section aria-label={DASHBOARD.figures}>
      <dl className={css.figures}>
        {FIGURES.map(([figure, name]) => (
          <Total
            key={figure}
            name={name}
            values={totals.map((day) => day[figure])}
            hasLine={recorded.length >= LINE_MIN_DAYS}
          />
        ))}
      </dl>
    </section>
  )
}

const WIDTH = 200
const HEIGHT = 44

const Total = ({ name, values, hasLine }: { name: string; values: readonly number[]; hasLine: boolean }) => {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  const change = last - first
  const lowest = Math.min(...values)
  const points = linePoints(
    values.map((value) => value - lowest),
    { width: WIDTH, height: HEIGHT },
  )
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.value}>{grouped(last)}</dd>
      <dd className={classNames(css.change, change > 0 && css.more)}>{changeText(change)}</dd>
      {hasLine && (
        <dd className={css.trend}>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={DASHBOARD.trend(name, first, last)}
          >
            <path className={lineCss.stroke} d={`M${points.join('L')}`} />
          </svg>
        </dd>
      )}
    </div>
  )
}

const changeText = (change: number) => {
  if (change === 0) return DASHBOARD.noChange
  return change > 0 ? DASHBOARD.more(change) : DASHBOARD.fewer(-change)
}
