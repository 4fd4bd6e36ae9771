import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog.tsx'

export interface AskingProps extends Omit<DialogProps, 'busy' | 'closeLabel' | 'actions'> {
  /** The label of the button that leaves it. */
  cancel: string
  /** The label of the button that does it. */
  go: string
  /** That label while it is done. */
  going?: string
  isPending: boolean
  /** It can't be closed while it is done. */
  waits?: boolean
}

/** Asks for confirmation before something is lost; the content says what. */
export const ConfirmDialog = ({
  cancel,
  go,
  going = go,
  isPending,
  waits = false,
  onConfirm,
  ...dialog
}: AskingProps & { onConfirm: () => void }) => (
  <Dialog
    {...dialog}
    busy={waits && isPending}
    closeLabel={cancel}
    actions={
      <Button danger busy={isPending} onClick={onConfirm}>
        {isPending ? going : go}
      </Button>
    }
  />
)
