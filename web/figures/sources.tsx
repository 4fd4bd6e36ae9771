import type { Figures } from '#contract/figures.ts'
import { FIGURES } from '#web/messages/figures.ts'
import { formatCount } from './format-figures.ts'
import { formatMonth } from './figure-times.ts'
import css from './figures.module.css'

/** The hosts of the sites that readers came from. */
export const Sources = ({ sources: { month, hosts, others } }: Pick<Figures, 'sources'>) => (
  <section aria-labelledby="sources">
    <h2 id="sources">{FIGURES.sources}</h2>
    <p>{FIGURES.sourcesText(formatMonth(month))}</p>
    {hosts.length === 0 && others === 0 ? (
      <p>{FIGURES.noSources}</p>
    ) : (
      <div className={css.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{FIGURES.host}</th>
              <th scope="col">{FIGURES.openings}</th>
            </tr>
          </thead>
          <tbody>
            {hosts.map(({ host, count }) => (
              <tr key={host}>
                <th scope="row">{host}</th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
            {others > 0 && (
              <tr>
                <th scope="row">{FIGURES.others}</th>
                <td>{formatCount(others)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
