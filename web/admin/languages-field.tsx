import { LANGUAGES, languagesIn } from '#contract/languages.ts'
import css from './check-field.module.css'
import { CheckField } from './check-field.tsx'

interface LanguagesFieldProps {
  legend: string
  hint: string
  /** Tags with commas between. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The languages of a list of tags, as check boxes. */
export const LanguagesField = ({ legend, hint, value, error, onChange }: LanguagesFieldProps) => {
  const chosen = languagesIn(value)
  return (
    <fieldset className={css.radios} aria-describedby="languages-hint">
      <legend>{legend}</legend>
      <p id="languages-hint" className="muted">
        {error ?? hint}
      </p>
      {LANGUAGES.map((language) => (
        <span key={language.tag} lang={language.tag} dir={language.direction}>
          <CheckField
            name={`language-${language.tag}`}
            label={language.name}
            checked={chosen.includes(language)}
            onChange={(isOffered) =>
              onChange(
                LANGUAGES.filter((one) => (one === language ? isOffered : chosen.includes(one)))
                  .map(({ tag }) => tag)
                  .join(', '),
              )
            }
          />
        </span>
      ))}
    </fieldset>
  )
}
