import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { LANGUAGE } from '#web/messages/language.ts'
import { sendCopyrightNotice } from '#contract/calls/copyright.ts'
import { COPYRIGHT_PAGE, NOTICE_TEXT_MAX } from '#contract/values/reports.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { Head } from '#web/document/head.tsx'
import { COPYRIGHT } from '#web/messages/report-queue.ts'
import { ContactFields, NO_CONTACT, SignatureField } from '#web/reports/contact-fields.tsx'
import reports from '#web/reports/reports.module.css'
import { StatementField } from '#web/reports/statement-field.tsx'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './queue.module.css'

/** The form by which anyone says that a book copies their work. */
export const Component = () => (
  <article className={`wrap ${css.document}`}>
    <Head title={COPYRIGHT.title} description={COPYRIGHT.lede} path={COPYRIGHT_PAGE} />
    <h1 className="d2">{COPYRIGHT.title}</h1>
    <p className={css.lede}>{COPYRIGHT.lede}</p>
    <p>{COPYRIGHT.how}</p>
    <NoticeForm />
  </article>
)

const NoticeForm = () => {
  const [search] = useSearchParams()
  const book = search.get('book') ?? ''
  const [texts, setTexts, clear] = useUnsentDraft(`notice:${book}`, { book, work: '', place: '', ...NO_CONTACT })
  const [signature, setSignature] = useState('')
  const [isGoodFaith, setGoodFaith] = useState(false)
  const [isAccurate, setAccurate] = useState(false)
  const hydrated = useHydrated()
  const { onSubmit, isPending, errors, field, failure, summary, data } = useForm({
    call: sendCopyrightNotice,
    send: () =>
      api(sendCopyrightNotice, {
        // The server says which statements are missing.
        body: {
          ...texts,
          signature,
          language: LANGUAGE.tag,
          isGoodFaith: isGoodFaith as true,
          isAccurate: isAccurate as true,
        },
      }),
    onSuccess: clear,
  })
  if (data)
    return (
      <Notice kind="good" title={COPYRIGHT.sent}>
        {COPYRIGHT.sentText}
      </Notice>
    )
  const text = (name: keyof typeof texts) => field(name, texts[name], (typed) => setTexts({ ...texts, [name]: typed }))
  return (
    <form method="post" onSubmit={onSubmit} noValidate aria-label={COPYRIGHT.title}>
      {failure && Object.keys(failure.errors).length === 0 && <ErrorNotice message={failure.text} />}
      <FormErrors ref={summary.ref} errors={errors} />
      <fieldset disabled={!hydrated} className={reports.form}>
        <legend hidden>{COPYRIGHT.title}</legend>
        <TextField {...text('book')} required label={COPYRIGHT.book} hint={COPYRIGHT.bookHint} autoComplete="off" />
        <TextArea
          {...text('work')}
          required
          label={COPYRIGHT.work}
          hint={COPYRIGHT.workHint}
          rows={3}
          maxLength={NOTICE_TEXT_MAX}
        />
        <TextArea
          {...text('place')}
          required
          label={COPYRIGHT.place}
          hint={COPYRIGHT.placeHint}
          rows={2}
          maxLength={NOTICE_TEXT_MAX}
        />
        <ContactFields field={text} />
        <StatementField
          name="isGoodFaith"
          label={COPYRIGHT.isGoodFaith}
          checked={isGoodFaith}
          error={errors['isGoodFaith']}
          onChange={setGoodFaith}
        />
        <StatementField
          name="isAccurate"
          label={COPYRIGHT.isAccurate}
          checked={isAccurate}
          error={errors['isAccurate']}
          onChange={setAccurate}
        />
        <SignatureField {...field('signature', signature, setSignature)} />
        <Button type="submit" kind="strong" busy={isPending}>
          {isPending ? COPYRIGHT.sending : COPYRIGHT.send}
        </Button>
      </fieldset>
    </form>
  )
}
