import { RESET_HOURS } from '#contract/accounts.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Head } from '#web/document/head.tsx'
import { FORGOT, RESET, VERIFY } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { ASK } from './forgot-page.tsx'
import { MailLinkForm } from './mail-link-form.tsx'
import { ResetForm } from './reset-form.tsx'

/** Where the mail to who forgot their password leads; a link that is spent offers a new mail. */
export const Component = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [spent, setSpent] = useState<string>()
  const works = token !== '' && spent === undefined
  return (
    <div className={css.room}>
      <Head title={RESET.title} />
      <div className={css.side}>
        <h1 className="d2" tabIndex={-1}>
          {works ? RESET.title : spent ? VERIFY.spent : VERIFY.broken}
        </h1>
        {works ? (
          <ResetForm token={token} onSpent={setSpent} />
        ) : (
          <MailLinkForm
            call={ASK}
            legend={FORGOT.form}
            hint={FORGOT.hint(RESET_HOURS)}
            send={VERIFY.send}
            why={spent ?? VERIFY.incomplete}
          />
        )}
      </div>
    </div>
  )
}
