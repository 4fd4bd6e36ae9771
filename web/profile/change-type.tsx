import { useSentences } from '#web/language/use-sentences.ts'
import { updateUserType } from '#contract/calls/account-settings.ts'
import type { User } from '#contract/shapes/people.ts'
import { PAGE_PROBLEMS } from '#contract/api/page-problems.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { TYPE } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Setting } from './setting.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Switches between reader and author. Moderators and administrators can't switch and see why. */
export const ChangeType = ({ user: { userType }, hasBooks }: { user: User; hasBooks: boolean }) => {
  const { change, isPending, failure } = useAccountChange({
    failed: TYPE.failed,
    send: (newType: 'reader' | 'author') => api(updateUserType, { body: { userType: newType } }),
  })
  const translate = useSentences()
  const other = userType === 'author' ? 'reader' : 'author'
  return (
    <Setting title={TYPE.title} text={TYPE[userType]}>
      {userType === 'admin' || userType === 'moderator' ? (
        <p>{translate(PAGE_PROBLEMS.ownAdminType.message)}</p>
      ) : (
        <>
          <FailureNotice failure={failure} />
          {userType === 'author' && hasBooks && <p>{TYPE.keeps}</p>}
          <Button busy={isPending} onClick={() => change(other)}>
            {TYPE.become[other]}
          </Button>
        </>
      )}
    </Setting>
  )
}
