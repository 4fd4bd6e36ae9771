import { useState } from 'react'
import { updateSex } from '#contract/calls/account-settings.ts'
import { SEXES } from '#contract/values/people.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Options, SelectField } from '#web/ui/text-field.tsx'
import { PROFILE, SEX } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Setting } from './setting.tsx'
import { useAccountForm } from './use-account-change.ts'

type Sex = (typeof SEXES)[number]

export const ChangeSex = ({ user }: { user: User }) => {
  const [chosen, setChosen] = useState<Sex | ''>(user.sex ?? '')
  const { onSubmit, isPending, failure, field } = useAccountForm({
    call: updateSex,
    check: () => ({ ...(chosen === '' && { sex: SEX.choose }) }),
    send: () => api(updateSex, { body: { sex: chosen as Sex } }),
  })
  return (
    <Setting title={SEX.title} text={SEX.text}>
      <form onSubmit={onSubmit} noValidate>
        <FailureNotice failure={failure} />
        <SelectField label={SEX.title} {...field('sex', chosen, setChosen)} autoComplete="sex">
          {user.sex === null && <option value="">{SEX.none}</option>}
          <Options of={SEXES} texts={SEX.names} />
        </SelectField>
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}
