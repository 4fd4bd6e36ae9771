import { ANSWER_MAX } from '#contract/values/reports.ts'
import { answerReport, listOwnReports } from '#contract/calls/reports.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { ANSWER } from '#web/messages/reports.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

/** The one answer to a decision. */
export const AnswerDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [words, setWords, clear] = useUnsentDraft(`answer:${id}`, '')
  const { onSubmit, isPending, field, failure } = useForm({
    call: answerReport,
    check: () => ({ ...(words.trim() === '' && { words: ANSWER.missing }) }),
    send: () => api(answerReport, { params: { id }, body: { words } }),
    done: ANSWER.sent,
    outdated: [listOwnReports],
    onSuccess: () => {
      clear()
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={ANSWER.title}
      text={<p>{ANSWER.text}</p>}
      cancel={ANSWER.cancel}
      go={ANSWER.send}
      going={ANSWER.sending}
      isPending={isPending}
      onSubmit={onSubmit}
    >
      {failure && Object.keys(failure.errors).length === 0 && <ErrorNotice message={failure.text} />}
      <TextArea label={ANSWER.words} {...field('words', words, setWords)} rows={5} maxLength={ANSWER_MAX} />
    </FormDialog>
  )
}
