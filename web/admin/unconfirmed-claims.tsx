import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getDashboardStats } from '#contract/calls/admin.ts'
import { updateSiteSettings } from '#contract/calls/site-admin.ts'
import type { Claim } from '#contract/values/site.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { DASHBOARD } from '#web/messages/admin-dashboard.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldId } from '#web/ui/field.tsx'
import { useAdminAction } from './use-admin-action.ts'
import css from './pending-tasks.module.css'
import { focusHeading } from './lists.ts'
import { FIELD_NAMES } from './site-fields.ts'
import { settingPath } from './site-sections.ts'

/** What a new site says about itself that may not be true, until an administrator confirms, changes or empties it. */
export const UnconfirmedClaims = ({ claims }: { claims: readonly Claim[] }) => (
  <>
    <h3>{DASHBOARD.claims}</h3>
    <p>{DASHBOARD.claimsText}</p>
    <ul className={css.claims}>
      {claims.map((claim) => (
        <ClaimRow key={claim} claim={claim} />
      ))}
    </ul>
  </>
)

const ClaimRow = ({ claim }: { claim: Claim }) => {
  const name = FIELD_NAMES[claim]
  const value = useSiteSettings()[claim]
  const client = useQueryClient()
  const { mutate, isPending } = useAdminAction({
    call: updateSiteSettings,
    send: () => api(updateSiteSettings, { body: { [claim]: value } }),
    done: DASHBOARD.confirmed(name),
    onDone: async () => {
      await client.invalidateQueries({ queryKey: keyOf(getDashboardStats) })
      focusHeading()
    },
  })
  return (
    <li>
      <p>{DASHBOARD.claim(name, value)}</p>
      <Button kind="quiet" busy={isPending} aria-label={DASHBOARD.confirmOf(name)} onClick={() => mutate()}>
        {DASHBOARD.confirm}
      </Button>
      <Link to={`${settingPath(claim)}#${fieldId(claim)}`} aria-label={DASHBOARD.changeClaimOf(name)}>
        {DASHBOARD.changeClaim}
      </Link>
    </li>
  )
}
