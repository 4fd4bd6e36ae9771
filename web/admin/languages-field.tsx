import { LANGUAGES, languagesIn } from '#contract/shapes/languages.ts'
import { TRANSLATION_COUNTS } from '#web/language/translation-counts.ts'
import { SITE_PAGE } from '#web/messages/admin-site.ts'
import { SIGNS } from '#web/messages/signs.ts'
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

/** What a translation lacks. */
const Incompleteness = ({ tag }: { tag: string }) => {
  const { missing = 0, changed = 0 } = TRANSLATION_COUNTS[tag] ?? {}
  const said = [missing > 0 && SITE_PAGE.missingTexts(missing), changed > 0 && SITE_PAGE.changedTexts(changed)]
  return missing + changed > 0 && <small className="muted">{said.filter(Boolean).join(SIGNS.dot)}</small>
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
        <div key={language.tag}>
          <CheckField
            name={`language-${language.tag}`}
            label={
              <>
                <bdi lang={language.tag}>{language.name}</bdi>
                <Incompleteness tag={language.tag} />
              </>
            }
            checked={chosen.includes(language)}
            onChange={(isOffered) =>
              onChange(
                LANGUAGES.filter((one) => (one === language ? isOffered : chosen.includes(one)))
                  .map(({ tag }) => tag)
                  .join(', '),
              )
            }
          />
        </div>
      ))}
    </fieldset>
  )
}
