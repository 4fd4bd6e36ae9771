import { isProblem } from '#contract/api/api-error.ts'
import { AUTH } from '#web/messages/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldId } from '#web/ui/field.tsx'

interface SuggestedNameProps {
  /** The error of a call that was refused because the name is taken. */
  error: unknown
  /** The field that the name is typed in. */
  field: string
  onTake: (name: string) => void
}

/** Offers the free name that the server suggests in place of a taken one. */
export const SuggestedName = ({ error, field, onTake }: SuggestedNameProps) => {
  const name = isProblem(error, 'conflict') ? error.suggestion : undefined
  if (!name) return null
  const take = () => {
    onTake(name)
    // The focused button disappears.
    document.getElementById(fieldId(field))?.focus()
  }
  return (
    <div>
      <Button kind="quiet" onClick={take}>
        {AUTH.takeName(name)}
      </Button>
    </div>
  )
}
