import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getAdminSite, uploadApp } from '#contract/calls/site-admin.ts'
import { APP_MAX_BYTES, getSiteSettings } from '#contract/calls/site.ts'
import { query } from '#web/api/query.ts'
import { FileField } from '#web/ui/file-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { adminCall } from './admin-call.ts'
import css from './site.module.css'

const MAX_MEGABYTES = Math.round(APP_MAX_BYTES / 1_048_576)

/** Uploads an APK, instead of setting its address. */
export const AppUpload = ({ appFile }: { appFile: string }) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const client = useQueryClient()
  const toast = useToast()
  const send = async (file: File) => {
    if (busy) return
    if (file.size > APP_MAX_BYTES) return setError(SITE_PAGE.tooLarge(MAX_MEGABYTES))
    const body = new FormData()
    body.append('appFile', file, file.name)
    setBusy(true)
    const result = await adminCall(uploadApp, { body })
    setBusy(false)
    setError(result.success ? undefined : (result.errors['appFile'] ?? result.error))
    if (!result.success) return toast.bad(ADMIN.error(result.error))
    toast.good(SITE_PAGE.uploaded)
    await Promise.all([
      client.invalidateQueries({ queryKey: query(getAdminSite).queryKey }),
      client.invalidateQueries({ queryKey: query(getSiteSettings).queryKey }),
    ])
  }
  return (
    <section className={css.group} aria-labelledby="app-upload">
      <h2 id="app-upload">{SITE_PAGE.upload}</h2>
      <div className={css.fields}>
        <FileField
          label={SITE_PAGE.apk}
          name="apk"
          accept=".apk,application/vnd.android.package-archive"
          hint={SITE_PAGE.uploadHint(MAX_MEGABYTES)}
          error={error}
          aria-disabled={busy || undefined}
          onFile={(file) => void send(file)}
        />
        <p role="status" className={css.said}>
          {busy ? SITE_PAGE.uploading : appFile && <a href={appFile}>{SITE_PAGE.current}</a>}
        </p>
      </div>
    </section>
  )
}
