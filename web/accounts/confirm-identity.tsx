import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentQuestion, onQuestionChange } from '#web/session/confirm-identity.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Shows a dialog while a call waits for a person to confirm that it is them. */
export const ConfirmIdentity = () => {
  const question = useSyncExternalStore(onQuestionChange, currentQuestion, () => undefined)
  return (
    question && (
      <Suspense>
        <ConfirmDialog {...question} />
      </Suspense>
    )
  )
}
