import { ListPlus } from 'lucide'
import { useState } from 'react'
import { LISTS } from '#web/messages/lists.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import type { AddToListDialogProps } from './add-to-list-dialog.tsx'

const AddToListDialog = openedPart(async () => (await import('./add-to-list-dialog.tsx')).AddToListDialog)

/** Opens the dialog with the own lists; its code is loaded then. */
export const AddToListButton = ({ book }: { book: AddToListDialogProps['book'] }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Icon of={ListPlus} pointing />
        {LISTS.addToList}
      </Button>
      {isOpen && <AddToListDialog book={book} onClose={() => setOpen(false)} />}
    </>
  )
}
