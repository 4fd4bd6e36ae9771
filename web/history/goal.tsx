import type { History } from '#contract/reading.ts'
import { HISTORY } from '#web/messages/history.ts'
import css from './history.module.css'

interface GoalProps {
  goal: NonNullable<History['goal']>
  /** What was read today. */
  seconds: number
  /** The books finished this year. */
  finished: number
}

/** How far one has come with a goal, without judging it. */
export const Goal = ({ goal: { kind, amount }, seconds, finished }: GoalProps) => {
  const done = kind === 'minutes' ? Math.floor(seconds / 60) : finished
  return (
    <section className={css.goal} aria-labelledby="goal">
      <h2 id="goal">{HISTORY.goal}</h2>
      <p>{kind === 'minutes' ? HISTORY.today(done, amount) : HISTORY.thisYear(done, amount)}</p>
      <progress max={amount} value={Math.min(done, amount)} aria-labelledby="goal" />
    </section>
  )
}
