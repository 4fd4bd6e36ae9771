import { useMutation } from '@tanstack/react-query'
import { exportAccount } from '#contract/account-deletion.ts'
import { api } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { EXPORT } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Setting } from './setting.tsx'
import { failureHere } from './use-account-change.ts'

const FILE_NAME = 'quillhouse-export.zip'
/** The browser has begun to save by then. */
const KEPT_MS = 60_000

/** All that is theirs, as a file. A link could not carry the token, so the file is fetched and then saved. */
export const DownloadData = () => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(exportAccount),
    onSuccess: save,
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

const save = (zip: Blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(zip)
  link.download = FILE_NAME
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
