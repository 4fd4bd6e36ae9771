import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isProblem } from '#contract/api/api-error.ts'
import { getAdminSite, uploadApp } from '#contract/calls/site-admin.ts'
import { APP_MAX_BYTES } from '#contract/values/site.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import { query } from '#web/api/query.ts'
import { FileField } from '#web/ui/file-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { ADMIN } from '#web/messages/admin.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { translateSentence } from '#web/messages/translate-sentence.ts'
import { CREATE } from '#web/messages/publishing.ts'
import { Meter } from '#web/publishing/upload-footer.tsx'
import { isCancelled, useUnloadWarning, useUpload } from '#web/publishing/use-upload.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import css from './site.module.css'

const MAX_MEGABYTES = Math.round(APP_MAX_BYTES / 1_048_576)

/** Uploads an APK, instead of setting its address. */
export const AppUpload = ({ appFile }: { appFile: string }) => {
  const [isTooLarge, setTooLarge] = useState(false)
  const client = useQueryClient()
  const toast = useToast()
  const { progress, upload, cancel } = useUpload()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('appFile', file, file.name)
      return upload((api) => api(uploadApp, { body }), file.size)
    },
    onSuccess: () => {
      toast.good(SITE_PAGE.uploaded)
      for (const call of [getAdminSite, getSiteSettings])
        void client.invalidateQueries({ queryKey: query(call).queryKey })
    },
    onError: (thrown) => {
      if (!isCancelled(thrown)) toast.bad(ADMIN.error(messageOf(thrown)))
    },
  })
  useUnloadWarning(isPending)
  const send = (file: File) => {
    if (isPending) return
    setTooLarge(file.size > APP_MAX_BYTES)
    if (file.size > APP_MAX_BYTES) reset()
    else mutate(file)
  }
  const failure = error && !isCancelled(error) ? fieldError(error) : undefined
  return (
    <section className={css.group} aria-labelledby="app-upload">
      <h2 id="app-upload">{SITE_PAGE.upload}</h2>
      <div className={css.fields}>
        <FileField
          label={SITE_PAGE.apk}
          name="apk"
          accept=".apk,application/vnd.android.package-archive"
          hint={SITE_PAGE.uploadHint(MAX_MEGABYTES)}
          error={isTooLarge ? SITE_PAGE.tooLarge(MAX_MEGABYTES) : failure}
          aria-disabled={isPending || undefined}
          isSent
          onFile={send}
        />
        {isPending && progress && (
          <div className={css.sending}>
            <Meter {...progress} />
            <div className={css.actions}>
              <Button onClick={cancel}>{CREATE.cancel}</Button>
            </div>
          </div>
        )}
        <p role="status" className={css.said}>
          {!isPending && appFile && <a href={appFile}>{SITE_PAGE.current}</a>}
        </p>
      </div>
    </section>
  )
}

const messageOf = (thrown: unknown) => adminErrorMessage(thrown, uploadApp, NETWORK_ERROR)
const fieldError = (thrown: unknown) => {
  const message = isProblem(thrown) && thrown.errors?.['appFile']
  return message ? translateSentence(message) : messageOf(thrown)
}
