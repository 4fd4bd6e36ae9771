import { Plus } from 'lucide'
import { useState } from 'react'
import {
  AGES,
  CONTENT_NOTES_MAX,
  DETAIL_FIELDS,
  type DetailField,
  LICENCES,
  SERIES_MAX,
  SUBTITLE_MAX,
  TAG_MAX,
  TAGS_MAX,
} from '#contract/shapes/detail-fields.ts'
import type { EditedBook } from '#contract/publishing.ts'
import { languageName } from '#web/language/language-name.ts'
import { DETAILS, DOWNLOAD_NAMES, LICENCE_NAMES } from '#web/messages/book-details.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Options, SelectField, TextArea, TextField } from '#web/ui/text-field.tsx'
import type { BookFields } from './check-book.ts'
import css from './details-fields.module.css'
import { languagesWith } from './languages.ts'

interface DetailsFieldsProps {
  /** What is known of the EPUB that can be made of the book's pages; undefined where that can't be offered. */
  pageEpub?: EditedBook['pageEpub'] | undefined
  fields: BookFields
  errors: Record<string, string>
  onChange: (patch: Partial<BookFields>) => void
}

/** What else an author can say of a book, folded together until it is opened or has an error. */
export const DetailsFields = (props: DetailsFieldsProps) => {
  const [isOpened, setOpened] = useState(false)
  const isOpen = isOpened || DETAIL_FIELDS.some((field) => props.errors[field] !== undefined)
  return (
    <details className={css.details} open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <span>
          {DETAILS.title}
          <small>{DETAILS.hint}</small>
        </span>
        <Icon of={Plus} />
      </summary>
      {isOpen && <Fields {...props} />}
    </details>
  )
}

const Fields = ({ fields, errors, pageEpub, onChange }: DetailsFieldsProps) => {
  const of = (name: DetailField) => ({
    label: DETAILS[name],
    name,
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const text = (name: DetailField, max: number) => ({ ...of(name), maxLength: max * 2, autoComplete: 'off' })
  return (
    <div className={css.fields}>
      <TextField {...text('subtitle', SUBTITLE_MAX)} font="reading" />
      <TextField {...text('series', SERIES_MAX)} font="reading" hint={DETAILS.seriesHint} />
      <div className={css.pair}>
        <TextField {...text('seriesNumber', 4)} inputMode="decimal" />
        <SelectField {...of('language')}>
          <option value="">{DETAILS.unsaid}</option>
          {languagesWith(fields.language).map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={css.pair}>
        <TextField {...text('year', 4)} inputMode="numeric" />
        <TextField {...text('isbn', 20)} />
      </div>
      <TextField {...text('tags', TAGS_MAX * (TAG_MAX + 2))} hint={DETAILS.tagsHint} />
      <div className={css.pair}>
        <SelectField {...of('licence')}>
          <option value="">{DETAILS.unsaid}</option>
          <Options of={LICENCES} texts={LICENCE_NAMES} />
        </SelectField>
        <SelectField {...of('age')}>
          <option value="">{DETAILS.unsaid}</option>
          <Options of={AGES} texts={DETAILS.ages} />
        </SelectField>
      </div>
      <SelectField {...of('downloads')} value={fields.downloads === 'none' ? 'none' : ''} hint={DETAILS.downloadsHint}>
        <option value="">{DOWNLOAD_NAMES.file}</option>
        <option value="none">{DOWNLOAD_NAMES.none}</option>
      </SelectField>
      {fields.downloads !== 'none' && <PageEpubField fields={fields} pageEpub={pageEpub} onChange={onChange} />}
      <TextArea {...text('contentNotes', CONTENT_NOTES_MAX)} rows={3} hint={DETAILS.contentNotesHint} />
    </div>
  )
}

/** Offers an EPUB that is made of the pages, where their text is good enough; where it is offered already, it can be taken back. */
const PageEpubField = ({ fields, pageEpub, onChange }: Omit<DetailsFieldsProps, 'errors'>) => {
  const isOffered = fields.downloads === 'with-epub'
  const isKnown = pageEpub !== undefined && pageEpub !== null && pageEpub !== 'unknown'
  if (!isKnown && !isOffered) return null
  // What it is in the book of somebody else is not known here.
  const noted = pageEpub === undefined ? undefined : noteOf(isOffered, pageEpub)
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        name="withEpub"
        checked={isOffered}
        onChange={(event) => onChange({ downloads: event.target.checked ? 'with-epub' : '' })}
      />
      <span>
        {DETAILS.withEpub}
        {noted && <small>{DETAILS.pageEpubs[noted]}</small>}
      </span>
    </label>
  )
}

const noteOf = (isOffered: boolean, state: EditedBook['pageEpub']) => {
  if (!isOffered) return 'possible'
  return state === 'possible' ? 'chosen' : (state ?? 'none')
}
