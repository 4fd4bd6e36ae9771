import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { answerMailedReport, openMailedReport } from '#contract/calls/mailed-reports.ts'
import { ANSWER_MAX } from '#contract/values/reports.ts'
import type { MailedReport } from '#contract/mailed-reports.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
import { useForm } from '#web/api/use-form.ts'
import { Head } from '#web/document/head.tsx'
import { MAILED } from '#web/messages/report-queue.ts'
import { ANSWER } from '#web/messages/reports.ts'
import { formatDay } from '#web/moderation/format-day.ts'
import reports from '#web/reports/reports.module.css'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './queue.module.css'

/** The page that mails to claimants and suspended people link to. */
export const Component = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  // The token is for the browser, not for the pages that the server renders.
  const hydrated = useHydrated()
  return (
    <article className={`wrap ${css.document}`}>
      <Head title={MAILED.title} />
      {!hydrated && <h1 className="d2">{MAILED.title}</h1>}
      {hydrated && (token ? <Mailed token={token} /> : <Failed message={MAILED.incomplete} />)}
    </article>
  )
}

const Failed = ({ message, onRetry }: { message: string; onRetry?: () => void }) => (
  <>
    <h1 className="d2">{MAILED.title}</h1>
    <ErrorNotice message={message} onRetry={onRetry} />
  </>
)

const Mailed = ({ token }: { token: string }) => {
  const { data, error, refetch } = useQuery({ ...query(openMailedReport, { body: { token } }), retry: false })
  if (!data && error) return <Failed message={errorMessage(error, openMailedReport)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <h1 className="d2">{MAILED.title}</h1>
        <Loading text={MAILED.loading} />
      </>
    )
  return (
    <>
      <h1 className="d2" dir="auto">
        {data.side === 'owner' ? MAILED.suspended(data.name) : MAILED.claim(data.name)}
      </h1>
      {data.decisionWords && <p dir="auto">{MAILED.reason(data.decisionWords)}</p>}
      {data.counterNotice && <CounterNotice notice={data.counterNotice} />}
      <AnswerForm token={token} report={data} />
    </>
  )
}

const CounterNotice = ({ notice }: { notice: NonNullable<MailedReport['counterNotice']> }) => (
  <section aria-labelledby="counter">
    <h2 id="counter">{MAILED.counter}</h2>
    <p className={css.text} dir="auto">
      {notice.words}
    </p>
    <p className={css.text} dir="auto">
      {[notice.name, notice.email, notice.address].join('\n')}
    </p>
  </section>
)

const AnswerForm = ({ token, report: { side, returnsAt, mayAnswer } }: { token: string; report: MailedReport }) => {
  const [words, setWords, clear] = useUnsentDraft(`mailed:${token}`, '')
  const [isSent, setSent] = useState(false)
  const { onSubmit, isPending, field, failure } = useForm({
    call: answerMailedReport,
    check: () => ({ ...(words.trim() === '' && { words: ANSWER.missing }) }),
    send: () => api(answerMailedReport, { body: { token, words } }),
    onSuccess: () => {
      clear()
      setSent(true)
    },
  })
  if (isSent) return <Notice kind="good">{ANSWER.sent}</Notice>
  if (!mayAnswer) return <p>{MAILED.nothing}</p>
  const isClaimant = side === 'claimant'
  return (
    <form className={reports.form} onSubmit={onSubmit} noValidate aria-label={MAILED.title}>
      <p>{isClaimant && returnsAt ? MAILED.court(formatDay(returnsAt)) : ANSWER.text}</p>
      {failure && Object.keys(failure.errors).length === 0 && <ErrorNotice message={failure.text} />}
      <TextArea
        label={isClaimant ? MAILED.courtField : ANSWER.words}
        {...field('words', words, setWords)}
        rows={5}
        maxLength={ANSWER_MAX}
      />
      <div>
        <Button kind="strong" type="submit" busy={isPending}>
          {isPending ? ANSWER.sending : isClaimant ? MAILED.courtSend : ANSWER.send}
        </Button>
      </div>
    </form>
  )
}
