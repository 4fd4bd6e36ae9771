import type { CSSProperties } from 'react'
import type { Figures } from '#contract/figures.ts'
import { FIGURES } from '#web/messages/figures.ts'
import { formatCount } from './format-figures.ts'
import { formatDay } from './figure-times.ts'
import css from './figures.module.css'

interface ReachProps {
  reach: Figures['reach']
  /** By page; several books by percent. */
  isOfBook: boolean
}

/** How far readers came: the book as a strip, darker where more read, and as a table. */
export const Reach = ({ reach, isOfBook }: ReachProps) => (
  <section aria-labelledby="reach">
    <h2 id="reach">{FIGURES.reach}</h2>
    {reach ? <Parts reach={reach} isOfBook={isOfBook} /> : <p>{FIGURES.noReach}</p>}
  </section>
)

const Parts = ({ reach: { parts, day }, isOfBook }: { reach: NonNullable<ReachProps['reach']>; isOfBook: boolean }) => {
  const all = parts[0]?.readers ?? 1
  const nameOf = (from: number) => (isOfBook ? String(from) : FIGURES.percent(from))
  return (
    <>
      <p>{FIGURES.reachText(formatCount(all), formatDay(day))}</p>
      <div className={css.strip} aria-hidden="true">
        {parts.map(({ from, readers }) => (
          <span key={from} style={{ '--share': `${Math.round((100 * (readers ?? 0)) / all)}%` } as CSSProperties} />
        ))}
      </div>
      <p className={css.places} aria-hidden="true">
        {[0, 0.5, 1].map((share) => {
          const part = parts[Math.round(share * (parts.length - 1))]
          return <span key={share}>{nameOf(part?.from ?? 1)}</span>
        })}
      </p>
      <details className={css.table}>
        <summary>{FIGURES.table}</summary>
        <table>
          <caption>{FIGURES.reach}</caption>
          <thead>
            <tr>
              <th scope="col">{isOfBook ? FIGURES.page : FIGURES.part}</th>
              <th scope="col">{FIGURES.reached}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ from, readers }) => (
              <tr key={from}>
                <th scope="row">{nameOf(from)}</th>
                <td>{readers === null ? FIGURES.few : formatCount(readers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
