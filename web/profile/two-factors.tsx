import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { getSecondFactors, removePasskey, removeTotp, replaceRecoveryCodes } from '#contract/calls/second-factors.ts'
import { PASSKEYS_MAX } from '#contract/values/second-factors.ts'
import type { SecondFactors } from '#contract/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { usePasskeys } from '#web/session/use-passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { RECOVERY, SECOND_FACTORS } from '#web/messages/second-factors.ts'
import { type Passkey, Passkeys } from './passkeys.tsx'
import css from './profile.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Setting } from './setting.tsx'

const SetUpApp = openedPart(async () => (await import('./set-up-app.tsx')).SetUpApp)
const AddPasskey = openedPart(async () => (await import('./name-passkey.tsx')).AddPasskey)
const RenamePasskey = openedPart(async () => (await import('./name-passkey.tsx')).RenamePasskey)

const ID = 'two-factors'
const { remove: go, removing: going, removeFailed: failed } = SECOND_FACTORS
const REMOVE = { go, going, failed }

/** The second factors of the account: an authenticator app, passkeys and recovery codes. */
export const TwoFactors = () => {
  const factors = useQuery(query(getSecondFactors))
  const section = useRef<HTMLDivElement>(null)
  const isLoaded = factors.data !== undefined
  // Administration links here, and the settings above grow while they load.
  useEffect(() => {
    if (isLoaded && window.location.hash === `#${ID}`) section.current?.scrollIntoView()
  }, [isLoaded])
  return (
    <div id={ID} ref={section}>
      <Setting title={SECOND_FACTORS.title} text={SECOND_FACTORS.text}>
        <Loaded query={factors} call={{ failureMessage: SECOND_FACTORS.failed }} loading={SECOND_FACTORS.loading}>
          {(data) => <Factors factors={data} />}
        </Loaded>
      </Setting>
    </div>
  )
}

type Opened = 'app' | 'passkey' | 'remove app' | 'replace codes' | { rename: Passkey } | { remove: Passkey }

const Factors = ({ factors }: { factors: SecondFactors }) => {
  const { totp, passkeys, recoveryCodesLeft, isRequired } = factors
  const [opened, setOpened] = useState<Opened>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const client = useQueryClient()
  const mayAdd = usePasskeys()
  const hasFactor = totp || passkeys.length > 0
  const isLast = Number(totp) + passkeys.length === 1
  const toRename = typeof opened === 'object' && 'rename' in opened ? opened.rename : undefined
  const toRemove = typeof opened === 'object' && 'remove' in opened ? opened.remove : undefined
  const close = () => setOpened(undefined)
  const changed = (recoveryCodes: readonly string[] = []) => {
    close()
    setCodes(recoveryCodes)
    void client.invalidateQueries({ queryKey: query(getSecondFactors).queryKey })
  }
  return (
    <>
      {isRequired && !hasFactor && <Notice>{SECOND_FACTORS.required}</Notice>}
      <Part title={SECOND_FACTORS.app} text={SECOND_FACTORS.appText}>
        {totp ? (
          <Button kind="quiet" onClick={() => setOpened('remove app')}>
            {SECOND_FACTORS.removeApp}
          </Button>
        ) : (
          <Button onClick={() => setOpened('app')}>{SECOND_FACTORS.setUpApp}</Button>
        )}
      </Part>
      <Part title={SECOND_FACTORS.passkeys} text={SECOND_FACTORS.passkeysText}>
        {passkeys.length > 0 && (
          <Passkeys
            passkeys={passkeys}
            onRename={(rename) => setOpened({ rename })}
            onRemove={(remove) => setOpened({ remove })}
          />
        )}
        {!mayAdd && <p className="muted">{SECOND_FACTORS.noPasskeysHere}</p>}
        {mayAdd && passkeys.length < PASSKEYS_MAX && (
          <Button onClick={() => setOpened('passkey')}>{SECOND_FACTORS.addPasskey}</Button>
        )}
      </Part>
      {hasFactor && (
        <Part title={RECOVERY.title} text={`${RECOVERY.text} ${RECOVERY.left(recoveryCodesLeft)}`}>
          <Button onClick={() => setOpened('replace codes')}>{RECOVERY.replace}</Button>
        </Part>
      )}
      {opened === 'app' && <SetUpApp onClose={close} onDone={changed} />}
      {opened === 'passkey' && <AddPasskey onClose={close} onDone={changed} />}
      {toRename && <RenamePasskey passkey={toRename} onClose={close} onDone={() => changed()} />}
      {opened === 'remove app' && (
        <Confirm
          title={SECOND_FACTORS.removeAppTitle}
          texts={[SECOND_FACTORS.removeAppText, isLast && SECOND_FACTORS.last]}
          action={REMOVE}
          act={() => api(removeTotp)}
          done={SECOND_FACTORS.appRemoved}
          onClose={close}
          onDone={() => changed()}
        />
      )}
      {toRemove && (
        <Confirm
          title={SECOND_FACTORS.removePasskey}
          texts={[SECOND_FACTORS.removePasskeyText(toRemove.name), isLast && SECOND_FACTORS.last]}
          action={REMOVE}
          act={() => api(removePasskey, { params: { id: toRemove._id } })}
          done={SECOND_FACTORS.passkeyRemoved}
          onClose={close}
          onDone={() => changed()}
        />
      )}
      {opened === 'replace codes' && (
        <Confirm
          title={RECOVERY.replaceTitle}
          texts={[RECOVERY.replaceText]}
          action={{ go: RECOVERY.create, going: RECOVERY.replacing, failed: RECOVERY.failed }}
          act={async () => (await api(replaceRecoveryCodes)).recoveryCodes}
          onClose={close}
          onDone={(created) => changed(created ?? [])}
        />
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </>
  )
}

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className={css.part}>
    <h3>{title}</h3>
    <p className="muted">{text}</p>
    {children}
  </div>
)

interface ConfirmProps<T> {
  title: string
  texts: (string | false)[]
  action: { go: string; going: string; failed: string }
  act: () => Promise<T>
  done?: string
  onClose: () => void
  onDone: (answer: T) => void
}

const Confirm = <T,>({ title, texts, action, act, done, onClose, onDone }: ConfirmProps<T>) => {
  const { mutate, isPending } = useAction({
    call: { failureMessage: action.failed },
    send: act,
    ...(done && { done }),
    onDone,
    onFail: onClose,
  })
  return (
    <ConfirmDialog
      title={title}
      waits
      cancel={SECOND_FACTORS.cancel}
      {...action}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      {texts.map((text) => text && <p key={text}>{text}</p>)}
    </ConfirmDialog>
  )
}
