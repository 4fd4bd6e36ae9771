import type { DashboardStats } from '#contract/admin.ts'
import { DASHBOARD } from '#web/messages/admin.ts'
import { grouped } from '#web/messages/counts.ts'
import css from './dashboard.module.css'

type Day = DashboardStats['lines']['signUps'][number]

export const sumOf = (days: readonly Day[]) => days.reduce((sum, { count }) => sum + count, 0)

/** The six totals; for users and books also the new ones of the last 30 days. */
export const DashboardTotals = ({ stats: { users, books, lines } }: { stats: DashboardStats }) => (
  <section aria-label={DASHBOARD.figures}>
    <dl className={css.figures}>
      <Total name={DASHBOARD.stats.total} value={users?.total} more={sumOf(lines.signUps)} />
      <Total name={DASHBOARD.stats.books} value={books?.total} more={sumOf(lines.uploads)} />
      <Total name={DASHBOARD.stats.readers} value={users?.readers} />
      <Total name={DASHBOARD.stats.authors} value={users?.authors} />
      <Total name={DASHBOARD.stats.premium} value={books?.premium} />
      <Total name={DASHBOARD.stats.verified} value={users?.verified} />
    </dl>
  </section>
)

const Total = ({ name, value = 0, more = 0 }: { name: string; value?: number | undefined; more?: number }) => (
  <div>
    <dt>{name}</dt>
    <dd className={css.value}>{grouped(value)}</dd>
    {more > 0 && <dd className={css.more}>{DASHBOARD.more(more)}</dd>}
  </div>
)
