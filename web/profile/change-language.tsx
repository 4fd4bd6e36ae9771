import { useState } from 'react'
import { updateLanguage } from '#contract/calls/account-settings.ts'
import { AS_BROWSER, languagesIn } from '#contract/shapes/languages.ts'
import type { User } from '#contract/shapes/people.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { goInLanguage } from '#web/language/go-in-language.ts'
import { ACCOUNT_LANGUAGE } from '#web/messages/account-language.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { PROFILE } from '#web/messages/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/text-field.tsx'
import { Setting } from './setting.tsx'
import { useAccountForm } from './use-account-change.ts'

/** The language of the account's pages and mails. The page opens again in it. */
export const ChangeLanguage = ({ user }: { user: User }) => {
  const offered = languagesIn(useSiteSettings().languages)
  const [chosen, setChosen] = useState(offered.find(({ tag }) => tag === user.language)?.tag ?? '')
  const { onSubmit, isPending, failure, field } = useAccountForm({
    call: updateLanguage,
    send: () => api(updateLanguage, { body: { language: chosen || null } }),
    onSuccess: () => {
      // What was chosen in this browser counts before what it asks for.
      if (chosen !== LANGUAGE.tag) goInLanguage(chosen || AS_BROWSER, '/profile/notices')
    },
  })
  if (offered.length < 2) return null
  return (
    <Setting title={ACCOUNT_LANGUAGE.title} text={ACCOUNT_LANGUAGE.text}>
      <form onSubmit={onSubmit} noValidate>
        <FailureNotice failure={failure} />
        <SelectField label={ACCOUNT_LANGUAGE.title} {...field('language', chosen, setChosen)}>
          <option value="">{ACCOUNT_LANGUAGE.asBrowser}</option>
          {offered.map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}
