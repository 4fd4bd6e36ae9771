import { RESET_HOURS, forgotPassword } from '#contract/calls/accounts.ts'
import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { FORGOT } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { MailLinkForm } from './mail-link-form.tsx'

export const SEND_RESET_MAIL = { ...forgotPassword, failureMessage: FORGOT.failed }

/** The page where one requests a password reset mail. */
export const Component = () => (
  <div className={css.room}>
    <Head title={FORGOT.title} />
    <div className={css.side}>
      <h1 className="d2" tabIndex={-1}>
        {FORGOT.title}
      </h1>
      <p className="prose">{FORGOT.text}</p>
      <MailLinkForm call={SEND_RESET_MAIL} legend={FORGOT.form} hint={FORGOT.hint(RESET_HOURS)} send={FORGOT.send} />
      <ButtonLink kind="quiet" to="/auth">
        {FORGOT.back}
      </ButtonLink>
    </div>
  </div>
)
