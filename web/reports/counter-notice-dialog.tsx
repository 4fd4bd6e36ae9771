import { useState } from 'react'
import { sendCounterNotice } from '#contract/calls/copyright.ts'
import { NOTICE_TEXT_MAX } from '#contract/values/reports.ts'
import { listOwnReports } from '#contract/calls/reports.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { ANSWER, COUNTER } from '#web/messages/reports.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { ContactFields, NO_CONTACT, SignatureField } from './contact-fields.tsx'
import { formatDay } from '#web/moderation/format-day.ts'
import { StatementField } from './statement-field.tsx'

/** The author's answer to a notice of copyright. */
export const CounterNoticeDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [texts, setTexts, clear] = useUnsentDraft(`counter:${id}`, { words: '', ...NO_CONTACT })
  const [signature, setSignature] = useState('')
  const [isMistake, setMistake] = useState(false)
  const [acceptsCourt, setAcceptsCourt] = useState(false)
  const { onSubmit, isPending, errors, field, failure, summary } = useForm({
    call: sendCounterNotice,
    send: () =>
      api(sendCounterNotice, {
        params: { id },
        // The server says which statements are missing.
        body: { ...texts, signature, isMistake: isMistake as true, acceptsCourt: acceptsCourt as true },
      }),
    done: ({ returnsAt }) => COUNTER.sent(formatDay(returnsAt)),
    outdated: [listOwnReports],
    onSuccess: () => {
      clear()
      onClose()
    },
  })
  const text = (name: keyof typeof texts) => field(name, texts[name], (typed) => setTexts({ ...texts, [name]: typed }))
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={COUNTER.title}
      text={<p>{COUNTER.text}</p>}
      cancel={ANSWER.cancel}
      go={COUNTER.send}
      going={ANSWER.sending}
      isPending={isPending}
      onSubmit={onSubmit}
    >
      {failure && Object.keys(failure.errors).length === 0 && <ErrorNotice message={failure.text} />}
      <FormErrors ref={summary.ref} errors={errors} />
      <TextArea label={COUNTER.words} {...text('words')} rows={4} maxLength={NOTICE_TEXT_MAX} />
      <ContactFields field={text} />
      <StatementField
        name="isMistake"
        label={COUNTER.isMistake}
        checked={isMistake}
        error={errors['isMistake']}
        onChange={setMistake}
      />
      <StatementField
        name="acceptsCourt"
        label={COUNTER.acceptsCourt}
        checked={acceptsCourt}
        error={errors['acceptsCourt']}
        onChange={setAcceptsCourt}
      />
      <SignatureField {...field('signature', signature, setSignature)} />
    </FormDialog>
  )
}
