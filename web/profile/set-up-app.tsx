import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { beginTotp, confirmTotp } from '#contract/calls/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useForm } from '#web/api/use-form.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SECOND_FACTORS, SET_UP_APP } from '#web/messages/second-factors.ts'
import css from './second-factors.module.css'

const FORM = 'set-up-app'
const CALL = { failureMessage: SECOND_FACTORS.appFailed }

interface SetUpAppProps {
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Shows a new secret as a code to scan and as text, and confirms it with the first code of the app. */
export const SetUpApp = ({ onClose, onDone }: SetUpAppProps) => {
  const [code, setCode] = useState('')
  // Not a cached query of the page: each opening creates a secret.
  const begun = useQuery({
    queryKey: [beginTotp.path, 'begin'],
    queryFn: () => api(beginTotp),
    meta: { call: beginTotp, input: undefined },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const { onSubmit, isPending, failure, field } = useForm({
    call: CALL,
    noAnswer: CALL.failureMessage,
    check: () => (code.trim() === '' ? { code: SET_UP_APP.noCode } : ({} as Record<string, string>)),
    send: () => api(confirmTotp, { body: { code } }),
    done: SET_UP_APP.done,
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const copy = useCopy(SET_UP_APP.copied, SET_UP_APP.notCopied)
  return (
    <Dialog
      title={SET_UP_APP.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{SECOND_FACTORS.cancel}</Button>
          {begun.data && (
            <Button type="submit" form={FORM} kind="strong" busy={isPending}>
              {isPending ? SET_UP_APP.confirming : SET_UP_APP.confirm}
            </Button>
          )}
        </>
      }
    >
      {begun.isError && <ErrorNotice message={errorMessage(begun.error, CALL)} onRetry={() => void begun.refetch()} />}
      {begun.isPending && <Loading text={SECOND_FACTORS.preparing} />}
      {begun.data && (
        <>
          <p>{SET_UP_APP.scan}</p>
          <ScanCode text={begun.data.uri} />
          <p className={css.key}>
            <b>{SET_UP_APP.key}</b> <code>{begun.data.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <Button kind="quiet" onClick={() => void copy(begun.data.secret)}>
            {SET_UP_APP.copy}
          </Button>
          <form id={FORM} method="post" onSubmit={onSubmit} noValidate className={css.form}>
            <FailureNotice failure={failure} />
            <TextField
              label={SET_UP_APP.enter}
              hint={SET_UP_APP.hint}
              {...field('code', code, setCode)}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
          </form>
        </>
      )}
    </Dialog>
  )
}

/** A QR code, dark on white in either theme, as scanners need it. */
const ScanCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className={css.scan} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={SET_UP_APP.code}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
