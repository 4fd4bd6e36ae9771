import type { ComponentProps, ReactNode } from 'react'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface FactorDialogProps {
  title: string
  /** The texts of its button: before the call, and while it runs. */
  action: { label: string; busyLabel: string }
  button: ComponentProps<typeof Button>
  isPending: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with one action on the second factors. It can not be closed while the call runs. */
export const FactorDialog = ({ title, action, button, isPending, onClose, children }: FactorDialogProps) => (
  <Dialog
    title={title}
    busy={isPending}
    onClose={onClose}
    closeLabel={SECOND_FACTORS.cancel}
    actions={
      <Button {...button} busy={isPending}>
        {isPending ? action.busyLabel : action.label}
      </Button>
    }
  >
    {children}
  </Dialog>
)
