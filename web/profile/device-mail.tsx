import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmDevice, enterDevice, getDevice, removeDevice } from '#contract/calls/send-to-device.ts'
import type { Device } from '#contract/send-to-device.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/api/use-form.ts'
import { DEVICE } from '#web/messages/device-mail.ts'
import { Button } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'

const DEVICE_QUERY = query(getDevice)

/** The address to which a member has books sent; nothing where the site sends none and has no address. */
export const DeviceMail = () => {
  const {
    data: device,
    isError,
    error,
    refetch,
  } = useQuery({
    ...DEVICE_QUERY,
    // A book that was asked for just now.
    refetchOnMount: 'always',
  })
  if (!device && isError)
    return (
      <Setting title={DEVICE.title}>
        <ErrorNotice message={errorMessage(error, { failureMessage: DEVICE.failed })} onRetry={() => void refetch()} />
      </Setting>
    )
  if (!device || (!device.isOffered && device.address === null)) return null
  return (
    <Setting title={DEVICE.title} text={device.isOffered ? DEVICE.text(device.megabytes) : DEVICE.off}>
      {device.isOffered && !device.isConfirmed && <p>{DEVICE.approve(device.sender)}</p>}
      <KnownAddress device={device} />
      {device.isOffered && device.address !== null && !device.isConfirmed && !device.isRefused && <CodeForm />}
      {device.isOffered && <AddressForm device={device} />}
      {device.address !== null && <RemoveAddress />}
      <SentBooks books={device.books} />
    </Setting>
  )
}

const KnownAddress = ({ device: { address, isConfirmed, isRefused } }: { device: Device }) => {
  if (address === null) return null
  if (isRefused) return <Notice>{DEVICE.refused(address)}</Notice>
  return <p>{isConfirmed ? DEVICE.isConfirmed(address) : DEVICE.sent(address)}</p>
}

const AddressForm = ({ device }: { device: Device }) => {
  const [address, setAddress] = useState('')
  const client = useQueryClient()
  const isFirst = device.address === null
  const { onSubmit, isPending, failure, field } = useForm({
    call: enterDevice,
    noAnswer: enterDevice.failureMessage,
    check: () => ({ ...(address.trim() === '' && { address: DEVICE.noAddress }) }),
    send: () => api(enterDevice, { body: { address } }),
    onSuccess: (changed) => {
      setAddress('')
      client.setQueryData(DEVICE_QUERY.queryKey, changed)
    },
  })
  return (
    <form method="post" onSubmit={onSubmit} noValidate>
      <FailureNotice failure={failure} />
      <TextField
        label={DEVICE.address}
        {...field('address', address, setAddress)}
        type="email"
        inputMode="email"
        autoComplete="off"
        hint={isFirst ? DEVICE.addressHint : DEVICE.changeHint}
        required
      />
      <Button type="submit" busy={isPending}>
        {isPending ? DEVICE.entering : isFirst ? DEVICE.enter : DEVICE.change}
      </Button>
    </form>
  )
}

const CodeForm = () => {
  const [code, setCode] = useState('')
  const client = useQueryClient()
  const { onSubmit, isPending, failure, field } = useForm({
    call: confirmDevice,
    noAnswer: confirmDevice.failureMessage,
    check: () => ({ ...(code.trim() === '' && { code: DEVICE.noCode }) }),
    send: () => api(confirmDevice, { body: { code } }),
    done: DEVICE.confirmed,
    onSuccess: (changed) => client.setQueryData(DEVICE_QUERY.queryKey, changed),
  })
  return (
    <form method="post" onSubmit={onSubmit} noValidate>
      <FailureNotice failure={failure} />
      <TextField
        label={DEVICE.code}
        {...field('code', code, setCode)}
        id="field-device-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={DEVICE.codeHint}
        required
      />
      <Button type="submit" kind="strong" busy={isPending}>
        {isPending ? DEVICE.confirming : DEVICE.confirm}
      </Button>
    </form>
  )
}

const RemoveAddress = () => {
  const { mutate, isPending } = useAction({
    call: removeDevice,
    send: () => api(removeDevice),
    done: DEVICE.removed,
    outdated: [getDevice],
  })
  return (
    <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
      {DEVICE.remove}
    </Button>
  )
}

const SentBooks = ({ books }: Pick<Device, 'books'>) => {
  if (books.length === 0) return null
  return (
    <>
      <h3>{DEVICE.books}</h3>
      <ul className={css.sessions}>
        {books.map(({ _id, title, askedAt, state, reason }) => (
          <li key={_id}>
            <p>
              <b dir="auto">{title ?? DEVICE.hiddenBook}</b>
              <span className="muted">
                {reason ? DEVICE.reasons[reason] : state === 'refused' ? '' : DEVICE.states[state]}{' '}
                <time dateTime={askedAt}>{formatTime(askedAt)}</time>
              </span>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
