import { useMutation } from '@tanstack/react-query'
import { createExportLink } from '#contract/calls/account-settings.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { EXPORT } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Setting } from './setting.tsx'
import { failureHere } from './use-account-change.ts'

/** Downloads one's data from a signed link, so that the browser writes it to disk as it arrives. */
export const DownloadData = () => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(createExportLink),
    onSuccess: ({ exportUrl }) => window.location.assign(exportUrl),
  })
  return (
    <Setting title={EXPORT.title} text={EXPORT.text}>
      <FailureNotice failure={error ? failureHere(error, EXPORT.failed) : undefined} />
      <Button busy={isPending} onClick={() => mutate()}>
        {isPending ? EXPORT.getting : EXPORT.get}
      </Button>
    </Setting>
  )
}
