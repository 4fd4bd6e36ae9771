import { useSyncExternalStore } from 'react'
import { currentQuestion, onQuestionChange } from '#web/session/confirm-identity.ts'
import { openedPart } from '#web/ui/opened-part.tsx'

const ConfirmDialog = openedPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

/** Shows a dialog while a call waits for a person to confirm that it is them. */
export const ConfirmIdentity = () => {
  const question = useSyncExternalStore(onQuestionChange, currentQuestion, () => undefined)
  return question && <ConfirmDialog {...question} onClose={() => question.answer(false)} />
}
