import type { DashboardStats } from '#contract/admin.ts'
import { DASHBOARD } from '#web/messages/admin-dashboard.ts'
import { grouped } from '#web/messages/counts.ts'
import lineCss from './chart-line.module.css'
import css from './daily-chart.module.css'
import dashboardCss from './dashboard.module.css'
import { formatShortDay } from './format-dates.ts'
import { barAt, onlyCounted } from '#web/ui/single-bar.ts'
import { linePoints } from './line-points.ts'

type Lines = DashboardStats['lines']

const SERIES = ['reads', 'ratings', 'signUps', 'uploads'] as const

interface DailyChartProps {
  lines: Lines
  downloads: number
  recommendations: DashboardStats['recommendations']
}

/** The last 30 days as line charts and as a table. */
export const DailyChart = ({ lines, downloads, recommendations }: DailyChartProps) => (
  <section className={dashboardCss.part} aria-labelledby="days">
    <h2 id="days">{DASHBOARD.days}</h2>
    <div className={css.lines}>
      {SERIES.map((name) => (
        <Line key={name} name={DASHBOARD.lines[name]} days={lines[name]} />
      ))}
    </div>
    <div className={css.below}>
      <DayByDay lines={lines} />
      <p>
        {DASHBOARD.downloads} <b>{grouped(downloads)}</b>
      </p>
      <p>
        {DASHBOARD.smallAuthors} {shareOfSmallAuthors(recommendations)}
      </p>
    </div>
  </section>
)

const shareOfSmallAuthors = ({ small, others }: DailyChartProps['recommendations']) => {
  const clicks = small.clicks + others.clicks
  if (clicks === 0) return DASHBOARD.noClicks
  const percent = (part: number, whole: number) => Math.round((100 * part) / Math.max(whole, 1))
  return DASHBOARD.smallAuthorsShare(percent(small.clicks, clicks), percent(small.shown, small.shown + others.shown))
}

const sumOf = (days: Lines['reads']) => days.reduce((sum, { count }) => sum + count, 0)

const WIDTH = 300
const HEIGHT = 120
/** The height of the bar of the only day, in the units of the chart. */
const BAR_HEIGHT = 80

const Line = ({ name, days }: { name: string; days: Lines['reads'] }) => {
  const maximum = Math.max(...days.map(({ count }) => count), 0)
  const points = linePoints(
    days.map(({ count }) => count),
    { width: WIDTH, height: HEIGHT },
  )
  const peak = days.find(({ count }) => count === maximum)
  const only = onlyCounted(days.map(({ count }) => count))
  const description =
    maximum > 0 && peak ? DASHBOARD.line(name, sumOf(days), maximum, formatShortDay(peak.day)) : DASHBOARD.noLine(name)
  return (
    <figure>
      <figcaption>
        <span>{name}</span>
        <b>{grouped(sumOf(days))}</b>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={description}>
        {only === undefined ? (
          <>
            <path className={lineCss.area} d={`M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}z`} />
            <path className={lineCss.stroke} d={`M${points.join('L')}`} />
          </>
        ) : (
          <rect
            className={lineCss.bar}
            {...barAt(only, days.length, WIDTH)}
            y={HEIGHT - BAR_HEIGHT}
            height={BAR_HEIGHT}
          />
        )}
      </svg>
      <p className={css.axis} aria-hidden="true">
        <span>{formatShortDay(days[0]?.day)}</span>
        {only !== undefined && only > 0 && only < days.length - 1 && <b>{formatShortDay(days[only]?.day)}</b>}
        <span>{formatShortDay(days.at(-1)?.day)}</span>
      </p>
    </figure>
  )
}

const DayByDay = ({ lines }: { lines: Lines }) => (
  <details className={css.table}>
    <summary>{DASHBOARD.dayByDay}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">{DASHBOARD.day}</th>
          {SERIES.map((name) => (
            <th key={name} scope="col">
              {DASHBOARD.lines[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.reads
          .map(({ day }, i) => (
            <tr key={day}>
              <th scope="row">{formatShortDay(day)}</th>
              {SERIES.map((name) => (
                <td key={name}>{grouped(lines[name][i]?.count ?? 0)}</td>
              ))}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  </details>
)
