import { useState } from 'react'
import { FIGURES } from '#web/messages/figures.ts'
import { formatAverage, formatCount } from './format-figures.ts'
import { formatTime } from './figure-times.ts'
import css from './figures.module.css'
import type { LineChartProps } from './line-chart.tsx'

/** The numbers of a chart, the latest first. Hundreds of rows are only there while they are shown. */
export const PointsTable = ({ name, series, points, unit }: LineChartProps) => {
  const [isOpen, setOpen] = useState(false)
  const hasStars = series.includes('ratings')
  return (
    <details className={css.table} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{FIGURES.table}</summary>
      {isOpen && (
        <table>
          <caption>{FIGURES.chart[unit](name)}</caption>
          <thead>
            <tr>
              <th scope="col">{FIGURES.times[unit]}</th>
              {[...series, ...(hasStars ? (['stars'] as const) : [])].map((one) => (
                <th key={one} scope="col">
                  {FIGURES.names[one]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.day}>
                <th scope="row">{formatTime(point.day, unit)}</th>
                {series.map((one) => (
                  <td key={one}>{formatCount(point[one])}</td>
                ))}
                {hasStars && <td>{formatAverage(point.stars, point.ratings)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
