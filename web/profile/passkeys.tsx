import type { SecondFactors } from '#contract/second-factors.ts'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import { Button } from '#web/ui/button.tsx'
import css from './profile.module.css'
import { LANGUAGE } from '#web/messages/language.ts'

export type Passkey = SecondFactors['passkeys'][number]

interface PasskeysProps {
  passkeys: Passkey[]
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

const DATE_FORMAT = new Intl.DateTimeFormat(LANGUAGE.locale, { dateStyle: 'medium' })

/** The passkeys of the account, which can be renamed and removed. */
export const Passkeys = ({ passkeys, onRename, onRemove }: PasskeysProps) => (
  <ul className={css.sessions}>
    {passkeys.map((passkey) => (
      <li key={passkey._id} className={css.passkey}>
        <p>
          <b dir="auto">{passkey.name}</b>
          <span className="muted">
            {passkey.usedAt
              ? SECOND_FACTORS.used(DATE_FORMAT.format(new Date(passkey.usedAt)))
              : SECOND_FACTORS.added(DATE_FORMAT.format(new Date(passkey.createdAt)))}
          </span>
        </p>
        <div>
          <Button kind="quiet" aria-label={SECOND_FACTORS.renameOf(passkey.name)} onClick={() => onRename(passkey)}>
            {SECOND_FACTORS.rename}
          </Button>
          <Button kind="quiet" aria-label={SECOND_FACTORS.removeOf(passkey.name)} onClick={() => onRemove(passkey)}>
            {SECOND_FACTORS.remove}
          </Button>
        </div>
      </li>
    ))}
  </ul>
)
