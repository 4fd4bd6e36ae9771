import type { Rights } from '#contract/shapes/rights.ts'
import { RIGHTS } from '#web/messages/rights.ts'
import { Options, SelectField } from '#web/ui/text-field.tsx'
import css from './create.module.css'

interface RightsFieldProps {
  rights: Rights
  /** The book is published already, and gets another file. */
  isNewFile?: boolean
  onChange: (choice: { rights: Rights }) => void
}

/** What is declared with the button below it. */
export const RightsField = ({ rights, isNewFile = false, onChange }: RightsFieldProps) => (
  <div className={css.declares}>
    <SelectField
      label={isNewFile ? RIGHTS.newFile : RIGHTS.label}
      name="rights"
      hint={RIGHTS.hint}
      value={rights}
      onChange={({ target }) => onChange({ rights: target.value as Rights })}
    >
      <Options texts={RIGHTS.choices} />
    </SelectField>
  </div>
)
