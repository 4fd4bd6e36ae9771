import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Counts } from '#contract/figures.ts'
import { FIGURES } from '#web/messages/figures.ts'
import { formatAverage, formatCount } from './format-figures.ts'
import { grouped } from '#web/messages/counts.ts'
import { SIGNS } from '#web/messages/signs.ts'
import { classNames } from '#web/ui/class-names.ts'
import { barAt, onlyCounted } from '#web/ui/single-bar.ts'
import { formatDay, formatTime } from './figure-times.ts'
import css from './line-chart.module.css'
import { PointsTable } from './points-table.tsx'
import { BACK_KEY, IS_RTL, ON_KEY } from '#web/ui/reading-direction.ts'

export type Series = Exclude<keyof Counts, 'stars'>
export type Point = Counts & { day: string }

export interface LineChartProps {
  name: string
  /** The lines: the first is whole, the second dashed. */
  series: readonly Series[]
  points: Point[]
  unit: 'day' | 'week'
  /** The first line's number in the whole time, and in the time before. */
  total?: string
  before?: string | undefined
}

/** The viewBox is stretched over the plot; strokes keep their width. */
const WIDTH = 300
const HEIGHT = 100
const PAGE_STEP = 7
/** From so many points on, a line is thin. */
const MANY = 100

/** What is counted by day or week, as lines over which arrow keys and pointers move, and as a table. */
export const LineChart = ({ name, series, points, unit, total, before }: LineChartProps) => {
  const last = points.length - 1
  const [chosen, choose] = useState<number>()
  const only = series.map((one) => onlyCounted(points.map((point) => point[one])))
  const at = Math.min(chosen ?? only[0] ?? last, last)
  const setAt = (point: number) => choose(Math.max(0, Math.min(last, point)))
  const most = Math.max(...points.flatMap((point) => series.map((one) => point[one] ?? 0)), 1)
  const x = scaleLinear([0, Math.max(last, 1)], [0, WIDTH])
  const y = scaleLinear([0, most], [HEIGHT, 0]).nice(2)
  const ticks = y.ticks(2).filter(Number.isInteger)
  const point = points[at]
  const said = point ? sayPoint(point, series, unit) : ''
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, at, last)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / width
    setAt(Math.round(x.invert((IS_RTL ? 1 - share : share) * WIDTH)))
  }
  return (
    <figure className={css.chart}>
      <figcaption>
        <h2>{name}</h2>
        <p>
          <b>{total}</b> {before}
        </p>
      </figcaption>
      <div
        className={css.plot}
        role="slider"
        tabIndex={0}
        aria-label={FIGURES.chart[unit](name)}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={said}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {ticks.map((tick) => (
            <line key={tick} className={css.rule} x1={0} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          ))}
          <line className={css.at} x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
          {series.map((one, i) => {
            const day = only[i]
            const top = day === undefined ? 0 : y(points[day]?.[one] ?? 0)
            return day === undefined ? (
              <path
                key={one}
                className={classNames(css.line, i > 0 && css.dashed, points.length > MANY && css.thin)}
                d={pathOf(points, one, x, y) ?? ''}
              />
            ) : (
              <rect
                key={one}
                className={classNames(css.bar, i > 0 && css.second)}
                {...barAt(day, points.length, WIDTH)}
                y={top}
                height={HEIGHT - top}
              />
            )
          })}
        </svg>
        {ticks.map((tick) => (
          <span key={tick} className={css.tick} style={{ top: `${y(tick)}%` }} aria-hidden="true">
            {grouped(tick)}
          </span>
        ))}
        {series.map((one) => {
          const value = point?.[one]
          return value === null || value === undefined ? null : (
            <span
              key={one}
              className={css.dot}
              style={{ insetInlineStart: `${(100 * x(at)) / WIDTH}%`, top: `${y(value)}%` }}
              aria-hidden="true"
            />
          )
        })}
      </div>
      <p className={css.axis} aria-hidden="true">
        <span>{formatDay(points[0]?.day ?? '')}</span>
        <span>{formatDay(points[last]?.day ?? '')}</span>
      </p>
      <p className={css.said} aria-hidden="true">
        {said}
      </p>
      {series.length > 1 && (
        <p className={css.key} aria-hidden="true">
          {series.map((one, i) => (
            <span key={one}>
              <svg viewBox="0 0 24 4">
                <path className={classNames(css.line, i > 0 && css.dashed)} d="M0 2H24" />
              </svg>
              {FIGURES.names[one]}
            </span>
          ))}
        </p>
      )}
      <PointsTable name={name} series={series} points={points} unit={unit} />
    </figure>
  )
}

const pathOf = (points: Point[], name: Series, x: (i: number) => number, y: (count: number) => number) =>
  line<Point>()
    .defined((point) => point[name] !== null)
    .x((_, i) => x(i))
    .y((point) => y(point[name] ?? 0))(points)

/** The point to which a key moves, as it moves a slider. */
const targetOf = (key: string, at: number, last: number): number | undefined =>
  ({
    [BACK_KEY]: at - 1,
    ArrowDown: at - 1,
    [ON_KEY]: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE_STEP,
    PageUp: at + PAGE_STEP,
    Home: 0,
    End: last,
  })[key]

const sayPoint = (point: Point, series: readonly Series[], unit: 'day' | 'week') => {
  const values = series.map((one) => FIGURES.atPoint[one](formatCount(point[one])))
  const stars =
    series.includes('ratings') && point.ratings > 0
      ? [FIGURES.atPoint.stars(formatAverage(point.stars, point.ratings))]
      : []
  return FIGURES.point(formatTime(point.day, unit), [...values, ...stars].join(SIGNS.comma))
}
