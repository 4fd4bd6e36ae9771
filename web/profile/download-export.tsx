import { useMutation } from '@tanstack/react-query'
import type { createExportLink, createWorksLink } from '#contract/calls/account-settings.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { failureHere } from './use-account-change.ts'

interface DownloadExportProps {
  /** Gives the link. */
  call: typeof createExportLink | typeof createWorksLink
  messages: { get: string; getting: string; failed: string }
}

/** Downloads an export from a signed link, so that the browser writes it to disk as it arrives. */
export const DownloadExport = ({ call, messages }: DownloadExportProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(call),
    onSuccess: ({ exportUrl }) => window.location.assign(exportUrl),
  })
  return (
    <>
      <FailureNotice failure={error ? failureHere(error, messages.failed) : undefined} />
      <Button busy={isPending} onClick={() => mutate()}>
        {isPending ? messages.getting : messages.get}
      </Button>
    </>
  )
}
