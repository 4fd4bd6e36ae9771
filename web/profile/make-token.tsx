import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createToken, listTokens } from '#contract/calls/api-tokens.ts'
import { TOKEN_NAME_MAX, TOKEN_SCOPES } from '#contract/values/api-tokens.ts'
import type { TokenScope } from '#contract/api/endpoint.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useForm } from '#web/api/use-form.ts'
import { TOKENS } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CopiedText } from './copied-text.tsx'
import css from './tokens.module.css'
import profile from './profile.module.css'

/** The form that makes a token, and shows it once. */
export const MakeToken = () => {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['feeds', 'sync'])
  const [made, setMade] = useState<string>()
  const client = useQueryClient()
  const { onSubmit, isPending, failure, errors, field } = useForm({
    call: { failureMessage: TOKENS.makeFailed },
    noAnswer: TOKENS.makeFailed,
    check: (): Record<string, string> => ({
      ...(name.trim() === '' && { name: TOKENS.noName }),
      ...(scopes.length === 0 && { scopes: TOKENS.noScopes }),
    }),
    send: () => api(createToken, { body: { name: name.trim(), scopes: [...scopes] } }),
    onSuccess: ({ token }) => {
      setName('')
      setMade(token)
      void client.invalidateQueries({ queryKey: query(listTokens).queryKey })
    },
  })
  const choose = (scope: TokenScope, isChosen: boolean) =>
    setScopes(TOKEN_SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))))
  return (
    <>
      <form method="post" onSubmit={onSubmit} noValidate className={css.form}>
        <FailureNotice failure={failure} />
        <TextField
          label={TOKENS.name}
          hint={TOKENS.nameHint}
          {...field('name', name, setName)}
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          required
        />
        <fieldset aria-describedby={errors.scopes ? 'no-scopes' : undefined}>
          <legend>{TOKENS.scopes}</legend>
          <div className={css.scopes}>
            {TOKEN_SCOPES.map((scope) => (
              <label key={scope} className={profile.check}>
                <input
                  type="checkbox"
                  name="scopes"
                  value={scope}
                  checked={scopes.includes(scope)}
                  onChange={(event) => choose(scope, event.target.checked)}
                />
                {TOKENS.scopeNames[scope]}
              </label>
            ))}
          </div>
          {errors.scopes && (
            <p id="no-scopes" role="alert" className={css.error}>
              {errors.scopes}
            </p>
          )}
        </fieldset>
        <Button type="submit" busy={isPending}>
          {isPending ? TOKENS.making : TOKENS.make}
        </Button>
      </form>
      {made !== undefined && (
        <Dialog
          title={TOKENS.made}
          onClose={() => undefined}
          actions={
            <Button kind="strong" onClick={() => setMade(undefined)}>
              {TOKENS.done}
            </Button>
          }
        >
          <p>{TOKENS.shownOnce}</p>
          <CopiedText name={TOKENS.made} text={made} />
        </Dialog>
      )}
    </>
  )
}
