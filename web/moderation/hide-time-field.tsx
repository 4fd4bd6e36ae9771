import { DAY_MS } from '#contract/values/durations.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { Options, SelectField } from '#web/ui/text-field.tsx'

const DAYS = { good: undefined, day: 1, week: 7, month: 30 } as const
export type HideTime = keyof typeof DAYS
const TIMES = Object.keys(DAYS) as HideTime[]

interface HideTimeFieldProps {
  value: HideTime
  onChange: (time: HideTime) => void
  error?: string | undefined
}

/** For how long something is hidden, or an account suspended. */
export const HideTimeField = ({ value, onChange, error }: HideTimeFieldProps) => (
  <SelectField
    label={HIDE.howLong}
    name="time"
    value={value}
    onChange={(event) => onChange(event.target.value as HideTime)}
    error={error}
  >
    <Options of={TIMES} texts={HIDE.times} />
  </SelectField>
)

/** An ISO date and time, or null for good. */
export const endOf = (time: HideTime) => {
  const days = DAYS[time]
  return days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString()
}
