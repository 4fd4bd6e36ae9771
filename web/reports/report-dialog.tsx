import { Link } from 'react-router'
import type { Place } from '#contract/shapes/place.ts'
import {
  COPYRIGHT_PAGE,
  REPORT_REASONS,
  REPORT_WORDS_MAX,
  type ReportKind,
  type ReportReason,
} from '#contract/values/reports.ts'
import { listOwnReports, sendReport } from '#contract/calls/reports.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { REASONS, REPORT } from '#web/messages/reports.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Options, SelectField, TextArea } from '#web/ui/text-field.tsx'

/** Where in a book it is, with the words there. */
export interface ReportedPlace extends Place {
  quote?: string
}

interface ReportDialogProps {
  kind: ReportKind
  id: string
  /** The place in a book that is open. */
  place?: ReportedPlace | undefined
  onClose: () => void
}

interface Typed {
  reason: ReportReason | ''
  words: string
}

const NOTHING: Typed = { reason: '', words: '' }

/** Reports a book, a comment or a person. What was typed and not sent survives closing and reloading. */
export const ReportDialog = ({ kind, id, place, onClose }: ReportDialogProps) => {
  const [{ reason, words }, setTyped, clear] = useUnsentDraft<Typed>(`report:${kind}:${id}`, NOTHING)
  const { onSubmit, isPending, field, failure } = useForm({
    call: sendReport,
    check: () => ({
      ...(reason === '' && { reason: REPORT.choose }),
      ...(reason === 'other' && words.trim() === '' && { words: REPORT.needsWords }),
    }),
    send: () => api(sendReport, { body: { kind, id, reason: reason as ReportReason, words, ...place } }),
    done: REPORT.sent,
    outdated: [listOwnReports],
    onSuccess: () => {
      clear()
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={REPORT.titles[kind]}
      cancel={REPORT.cancel}
      go={REPORT.send}
      going={REPORT.sending}
      isPending={isPending}
      onSubmit={onSubmit}
      text={
        <>
          <p>{REPORT.text}</p>
          {place?.quote && <p dir="auto">{REPORT.place(place.quote)}</p>}
        </>
      }
    >
      {failure && Object.keys(failure.errors).length === 0 && <ErrorNotice message={failure.text} />}
      <SelectField label={REPORT.reason} {...field('reason', reason, (reason) => setTyped({ words, reason }))}>
        <option value="" />
        <Options of={REPORT_REASONS} texts={REASONS} />
      </SelectField>
      {kind === 'book' && reason === 'copyright' && (
        <p>
          {REPORT.ownWork} <Link to={`${COPYRIGHT_PAGE}?book=${id}`}>{REPORT.notice}</Link>
        </p>
      )}
      <TextArea
        label={REPORT.words}
        hint={REPORT.wordsHint}
        {...field('words', words, (words) => setTyped({ reason, words }))}
        rows={3}
        maxLength={REPORT_WORDS_MAX}
      />
    </FormDialog>
  )
}
