import { useSyncExternalStore } from 'react'
import { currentQuestion, onQuestionChange } from '#web/session/confirm-identity.ts'
import { openedPart } from '#web/ui/opened-part.tsx'

const IdentityDialog = openedPart(async () => (await import('./identity-dialog.tsx')).IdentityDialog)

/** Shows a dialog while a call waits for a person to confirm that it is them. */
export const ConfirmIdentity = () => {
  const question = useSyncExternalStore(onQuestionChange, currentQuestion, () => undefined)
  return question && <IdentityDialog {...question} onClose={() => question.answer(false)} />
}
