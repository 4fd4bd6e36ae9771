import { RESET_HOURS } from '#contract/values/accounts.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Head } from '#web/document/head.tsx'
import { FORGOT, RESET, VERIFY } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { RESET_MAIL } from './forgot-page.tsx'
import { MailLinkForm } from './mail-link-form.tsx'
import { ResetForm } from './reset-form.tsx'

/** The page that the password reset mail links to. If the link is invalid, it offers to send another mail. */
export const ResetPage = () => {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [spent, setSpent] = useState<string>()
  const isValid = token !== '' && spent === undefined
  return (
    <div className={css.room}>
      <Head title={RESET.title} />
      <div className={css.side}>
        <h1 className="d2" tabIndex={-1}>
          {isValid ? RESET.title : spent ? VERIFY.spent : VERIFY.broken}
        </h1>
        {isValid ? (
          <ResetForm token={token} onInvalidLink={setSpent} />
        ) : (
          <MailLinkForm
            {...RESET_MAIL}
            legend={FORGOT.form}
            hint={FORGOT.hint(RESET_HOURS)}
            button={VERIFY.send}
            error={spent ?? VERIFY.incomplete}
          />
        )}
      </div>
    </div>
  )
}
