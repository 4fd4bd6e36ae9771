import type { Declared, Rights } from '#contract/rights.ts'
import { RIGHTS } from '#web/messages/rights.ts'
import { formatTime } from '#web/ui/format-time.ts'
import { SelectField } from '#web/ui/text-field.tsx'

interface RightsFieldProps {
  rights: Rights
  /** The book is published already, and gets another file. */
  isNewFile?: boolean
  declared?: Declared | null
  disabled?: boolean
  onChange: (choice: { rights: Rights }) => void
}

/** What is declared with the button below it. */
export const RightsField = ({ rights, isNewFile = false, declared, disabled, onChange }: RightsFieldProps) => (
  <SelectField
    label={isNewFile ? RIGHTS.newFile : RIGHTS.label}
    name="rights"
    hint={declared && isNewFile ? `${declaredText(declared)} ${RIGHTS.hint}` : RIGHTS.hint}
    value={rights}
    disabled={disabled}
    onChange={({ target }) => onChange({ rights: target.value as Rights })}
  >
    {Object.entries(RIGHTS.choices).map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
)

/** What was declared of a book's file, or of one that it had before. */
export const declaredText = ({ rights, at, isOfFile }: Declared) =>
  (isOfFile ? RIGHTS.declared : RIGHTS.declaredBefore)(RIGHTS.choices[rights], formatTime(at))
