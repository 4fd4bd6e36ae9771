import { RESET_HOURS } from '#contract/values/accounts.ts'
import { forgotPassword } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { Head } from '#web/document/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { FORGOT } from '#web/messages/accounts.ts'
import css from './auth.module.css'
import { MailLinkForm } from './mail-link-form.tsx'

const SEND_RESET_MAIL = { ...forgotPassword, failureMessage: FORGOT.failed }

/** The call of a form that requests a password reset mail. */
export const RESET_MAIL = {
  call: SEND_RESET_MAIL,
  send: (email: string) => api(SEND_RESET_MAIL, { body: { email } }),
}

/** The page where one requests a password reset mail. */
export const Component = () => (
  <div className={css.room}>
    <Head title={FORGOT.title} />
    <div className={css.side}>
      <h1 className="d2" tabIndex={-1}>
        {FORGOT.title}
      </h1>
      <p className="prose">{FORGOT.text}</p>
      <MailLinkForm {...RESET_MAIL} legend={FORGOT.form} hint={FORGOT.hint(RESET_HOURS)} button={FORGOT.send} />
      <ButtonLink kind="quiet" to="/auth">
        {FORGOT.back}
      </ButtonLink>
    </div>
  </div>
)
