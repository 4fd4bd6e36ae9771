import { useQueryClient } from '@tanstack/react-query'
import { ANSWER_MAX } from '#contract/values/reports.ts'
import { answerReport, listOwnReports } from '#contract/calls/reports.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { useForm } from '#web/api/use-form.ts'
import { ANSWER } from '#web/messages/reports.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import css from './reports.module.css'

/** The one answer to a decision. */
export const AnswerDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [words, setWords, clear] = useUnsentDraft(`answer:${id}`, '')
  const client = useQueryClient()
  const toast = useToast()
  const { onSubmit, isPending, errors, failure } = useForm({
    call: answerReport,
    check: () => ({ ...(words.trim() === '' && { words: ANSWER.missing }) }),
    send: () => api(answerReport, { params: { id }, body: { words } }),
    onSuccess: () => {
      clear()
      onClose()
      toast.good(ANSWER.sent)
      return client.invalidateQueries({ queryKey: keyOf(listOwnReports) })
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={ANSWER.title}
      closeLabel={ANSWER.cancel}
      actions={
        <Button kind="strong" type="submit" form="answer" busy={isPending}>
          {isPending ? ANSWER.sending : ANSWER.send}
        </Button>
      }
    >
      <p>{ANSWER.text}</p>
      <form id="answer" className={css.form} onSubmit={onSubmit} noValidate>
        {failure && Object.keys(failure.errors).length === 0 && <ErrorNotice message={failure.text} />}
        <TextArea
          label={ANSWER.words}
          name="words"
          rows={5}
          maxLength={ANSWER_MAX}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          error={errors['words']}
        />
      </form>
    </Dialog>
  )
}
