import { TextField } from '#web/ui/text-field.tsx'
import { EDIT_BOOK, MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import type { Flags } from './book-draft.ts'
import { CheckField } from './check-field.tsx'

interface FlagFieldsProps {
  flags: Flags
  error: string | undefined
  onChange: (patch: Partial<Flags>) => void
}

/** Premium with its end, and featured. */
export const FlagFields = ({ flags: { isPremium, until, isFeatured }, error, onChange }: FlagFieldsProps) => (
  <>
    <CheckField
      name="isPremium"
      label={MANAGE_BOOKS.premium}
      checked={isPremium}
      onChange={(checked) => onChange(checked ? { isPremium: true } : { isPremium: false, until: '' })}
    />
    <TextField
      label={EDIT_BOOK.until}
      name="premiumDisplayUntil"
      type="datetime-local"
      hint={EDIT_BOOK.untilHint}
      value={until}
      error={error}
      disabled={!isPremium}
      onChange={(event) => onChange({ until: event.target.value })}
    />
    <CheckField
      name="isFeatured"
      label={EDIT_BOOK.featured}
      checked={isFeatured}
      onChange={(checked) => onChange({ isFeatured: checked })}
    />
  </>
)
