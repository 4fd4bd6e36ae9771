import { ListPlus } from 'lucide'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { LISTS } from '#web/messages/lists.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NOT_OPENED } from '#web/ui/opened-part.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { AddToListDialogProps } from './add-to-list-dialog.tsx'

/** Opens the dialog with the own lists; its code is loaded then. */
export const AddToListButton = ({ book }: { book: AddToListDialogProps['book'] }) => {
  const [ListsDialog, setDialog] = useState<ComponentType<AddToListDialogProps>>()
  const toast = useToast()
  const open = () =>
    void import('./add-to-list-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.AddToListDialog),
      () => toast.bad(NOT_OPENED),
    )
  return (
    <>
      <Button kind="quiet" onClick={open}>
        <Icon of={ListPlus} />
        {LISTS.addToList}
      </Button>
      {ListsDialog && <ListsDialog book={book} onClose={() => setDialog(undefined)} />}
    </>
  )
}
