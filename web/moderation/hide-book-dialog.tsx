import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { hideBook, hidePerson } from '#contract/calls/moderation.ts'
import { api } from '#web/api/api-client.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { useToast } from '#web/ui/toast.tsx'
import { SelectField } from '#web/ui/text-field.tsx'
import { HideDialog } from './hide-dialog.tsx'

interface HideBookDialogProps {
  book: BookDetail
  onClose: () => void
}

/** Hides a book for a moderator, or everything by its publisher, and leaves its page, which is no longer there. */
export const HideBookDialog = ({ book: { _id: id, title, publisher }, onClose }: HideBookDialogProps) => {
  const [what, setWhat] = useState<'book' | 'person'>('book')
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const isPerson = what === 'person' && publisher !== null
  const leave = async () => {
    await navigate('/moderation/hidden')
    // Every list may have shown the book.
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
    toast.good(isPerson ? HIDE.personDone(publisher.username) : HIDE.bookDone)
  }
  return (
    <HideDialog
      title={isPerson ? HIDE.person : HIDE.book}
      text={isPerson ? HIDE.personText(publisher.username) : HIDE.bookText(title)}
      call={isPerson ? hidePerson : hideBook}
      send={(body) =>
        isPerson ? api(hidePerson, { params: { id: publisher._id }, body }) : api(hideBook, { params: { id }, body })
      }
      onDone={() => void leave()}
      onClose={onClose}
    >
      {publisher && (
        <SelectField
          label={HIDE.what}
          name="what"
          value={what}
          onChange={(event) => setWhat(event.target.value === 'person' ? 'person' : 'book')}
        >
          <option value="book">{HIDE.onlyBook}</option>
          <option value="person">{HIDE.everythingBy(publisher.username)}</option>
        </SelectField>
      )}
    </HideDialog>
  )
}
