import { genreName } from '#web/language/genre-name.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { AUTHOR_MAX, CAPTION_MAX, TITLE_MAX } from '#contract/values/publishing.ts'
import type { EditedBook } from '#contract/publishing.ts'
import { SelectField, TextArea, TextField } from '#web/ui/text-field.tsx'
import { PEN_NAME_FIELD } from '#web/messages/pen-names.ts'
import { WORDS_STEP } from '#web/messages/publishing.ts'
import type { BookFields } from './check-book.ts'
import { DetailsFields } from './details-fields.tsx'
import { PenNameField } from './pen-name-field.tsx'

interface BookTextFieldsProps {
  fields: BookFields
  errors: Record<string, string>
  onChange: (patch: Partial<BookFields>) => void
  /** The own name or a pen name can be chosen, as long as nobody has seen the book. */
  isUnseen?: boolean
  pageEpub?: EditedBook['pageEpub'] | undefined
}

export const BookTextFields = ({ fields, errors, onChange, isUnseen = false, pageEpub }: BookTextFieldsProps) => {
  const field = (name: 'title' | 'author' | 'caption' | 'genre') => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <TextField
        {...field('title')}
        label={WORDS_STEP.bookTitle}
        font="reading"
        autoComplete="off"
        maxLength={TITLE_MAX * 2}
      />
      <TextField
        {...field('author')}
        label={WORDS_STEP.author}
        font="reading"
        autoComplete="off"
        maxLength={AUTHOR_MAX * 2}
        disabled={Boolean(fields.penName)}
        hint={fields.penName && !isUnseen && PEN_NAME_FIELD.stays}
      />
      {isUnseen && <PenNameField fields={fields} error={errors.penName} onChange={onChange} />}
      <TextArea {...field('caption')} label={WORDS_STEP.caption} font="reading" rows={6} maxLength={CAPTION_MAX * 2} />
      <SelectField {...field('genre')} label={WORDS_STEP.genre}>
        <option value="">{WORDS_STEP.noGenre}</option>
        {GENRES.map((genre) => (
          <option key={genre} value={genre}>
            {genreName(genre)}
          </option>
        ))}
      </SelectField>
      <DetailsFields fields={fields} errors={errors} pageEpub={pageEpub} onChange={onChange} />
    </>
  )
}
