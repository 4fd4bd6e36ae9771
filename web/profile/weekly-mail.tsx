import type { User } from '#contract/shapes/people.ts'
import { updateWeeklyMail } from '#contract/calls/weekly.ts'
import { api } from '#web/api/api-client.ts'
import { WEEKLY } from '#web/messages/weekly.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Subscribes to the weekly mail; the checkbox saves immediately. */
export const WeeklyMail = ({ user }: { user: User }) => {
  const { change, isPending, failure } = useAccountChange({
    failed: WEEKLY.failed,
    send: (weeklyMail: boolean) => api(updateWeeklyMail, { body: { weeklyMail } }),
  })
  return (
    <Setting title={WEEKLY.title} text={WEEKLY.text}>
      <FailureNotice failure={failure} />
      <label className={css.check}>
        <input
          type="checkbox"
          name="weeklyMail"
          checked={user.weeklyMail}
          aria-busy={isPending || undefined}
          onChange={(event) => !isPending && change(event.target.checked)}
        />
        {WEEKLY.choose}
      </label>
    </Setting>
  )
}
