import { useState } from 'react'
import { IMPORT_TIMEOUT_MS, IMPORT_ZIP_MAX_BYTES } from '#contract/values/imports.ts'
import { listImports, prepareImport } from '#contract/calls/imports.ts'
import { useForm } from '#web/api/use-form.ts'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { ADMIN } from '#web/messages/admin.ts'
import { IMPORTS } from '#web/messages/admin-import.ts'
import { CREATE } from '#web/messages/publishing.ts'
import { Meter } from '#web/publishing/upload-footer.tsx'
import { isCancelled, useUnloadWarning, useUpload } from '#web/publishing/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import fieldCss from '#web/ui/field.module.css'
import { FileField } from '#web/ui/file-field.tsx'
import { Options, TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { adminErrorMessage } from './admin-error-message.ts'
import { CheckField } from './check-field.tsx'
import css from './imports.module.css'
import siteCss from './site.module.css'

const ARCHIVE = ''
const MAX_GIGABYTES = IMPORT_ZIP_MAX_BYTES / 1e9
type RightsChoice = keyof typeof IMPORTS.rightsNames

/** An archive or a folder of the server, for a dry run of its import. */
export const NewImport = ({ folders }: { folders: string[] | null }) => {
  const [folder, setFolder] = useState(ARCHIVE)
  const [archive, setArchive] = useState<File>()
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState<RightsChoice>('none')
  const [drawsCovers, setDrawsCovers] = useState(false)
  const [addsDuplicates, setAddsDuplicates] = useState(false)
  const toast = useToast()
  const sent = folder === ARCHIVE ? archive : undefined
  const isTooLarge = sent !== undefined && sent.size > IMPORT_ZIP_MAX_BYTES
  const { progress, upload, cancel } = useUpload(IMPORT_TIMEOUT_MS)
  const { onSubmit, isPending, error, errors, field } = useForm({
    call: prepareImport,
    enabled: !isTooLarge,
    send: () => {
      const body = new FormData()
      if (folder !== ARCHIVE) body.append('folder', folder)
      body.append('email', email)
      if (rights !== 'none') body.append('rights', rights)
      body.append('drawsCovers', String(drawsCovers))
      body.append('addsDuplicates', String(addsDuplicates))
      if (sent) body.append('archive', sent, sent.name)
      return upload((api) => api(prepareImport, { body }), sent?.size ?? 0)
    },
    done: IMPORTS.looking,
    outdated: [listImports],
    onError: (thrown) =>
      isCancelled(thrown) || toast.bad(ADMIN.error(adminErrorMessage(thrown, prepareImport, NETWORK_ERROR))),
  })
  const isSending = isPending && sent !== undefined
  useUnloadWarning(isSending)
  return (
    <section className={siteCss.group} aria-labelledby="new-import">
      <h2 id="new-import">{IMPORTS.new}</h2>
      <form className={siteCss.fields} onSubmit={onSubmit}>
        <p className="muted">{IMPORTS.newText}</p>
        {folders && (
          <Field label={IMPORTS.from} name="folder" error={errors['folder']}>
            {(control) => (
              <select
                {...control}
                className={fieldCss.control}
                value={folder}
                disabled={isSending}
                onChange={(event) => setFolder(event.target.value)}
              >
                <option value={ARCHIVE}>{IMPORTS.fromArchive}</option>
                {folders.map((name) => (
                  <option key={name} value={name}>
                    {name === '.' ? IMPORTS.fromAll : IMPORTS.fromFolder(name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {folder === ARCHIVE && (
          <FileField
            label={IMPORTS.archive}
            name="archive"
            accept=".zip,application/zip"
            hint={IMPORTS.archiveHint(MAX_GIGABYTES)}
            error={isTooLarge ? IMPORTS.tooLarge(MAX_GIGABYTES) : errors['archive']}
            disabled={isSending}
            onFile={setArchive}
          />
        )}
        <TextField
          label={IMPORTS.email}
          {...field('email', email, setEmail)}
          type="email"
          dir="ltr"
          autoComplete="off"
        />
        <Field label={IMPORTS.rights} name="rights" error={errors['rights']}>
          {(control) => (
            <select
              {...control}
              className={fieldCss.control}
              value={rights}
              onChange={(event) => setRights(event.target.value as RightsChoice)}
            >
              <Options texts={IMPORTS.rightsNames} />
            </select>
          )}
        </Field>
        <div className={css.checks}>
          <CheckField name="drawsCovers" label={IMPORTS.drawsCovers} checked={drawsCovers} onChange={setDrawsCovers} />
          <CheckField
            name="addsDuplicates"
            label={IMPORTS.addsDuplicates}
            checked={addsDuplicates}
            onChange={setAddsDuplicates}
          />
        </div>
        {isSending && progress && (
          <div className={siteCss.sending}>
            <Meter {...progress} />
          </div>
        )}
        {isCancelled(error) && <p role="status">{IMPORTS.cancelled}</p>}
        <div className={css.actions}>
          <Button type="submit" busy={isPending}>
            {IMPORTS.look}
          </Button>
          {isSending && <Button onClick={cancel}>{CREATE.cancel}</Button>}
        </div>
      </form>
    </section>
  )
}
