import { GENRES } from '#contract/genres.ts'
import { AUTHOR_MAX, CAPTION_MAX, TITLE_MAX } from '#contract/calls/publishing.ts'
import { SelectField, TextArea, TextField } from '#web/ui/text-field.tsx'
import { WORDS_STEP } from '#web/messages/publishing.ts'
import type { BookFields } from './check-book.ts'
import { DetailsFields } from './details-fields.tsx'

interface BookTextFieldsProps {
  fields: BookFields
  errors: Record<string, string>
  onChange: (patch: Partial<BookFields>) => void
}

export const BookTextFields = ({ fields, errors, onChange }: BookTextFieldsProps) => (
  <>
    <TextField
      label={WORDS_STEP.bookTitle}
      name="title"
      font="reading"
      autoComplete="off"
      maxLength={TITLE_MAX * 2}
      value={fields.title}
      error={errors.title}
      onChange={(event) => onChange({ title: event.target.value })}
    />
    <TextField
      label={WORDS_STEP.author}
      name="author"
      font="reading"
      autoComplete="off"
      maxLength={AUTHOR_MAX * 2}
      value={fields.author}
      error={errors.author}
      onChange={(event) => onChange({ author: event.target.value })}
    />
    <TextArea
      label={WORDS_STEP.caption}
      name="caption"
      font="reading"
      rows={6}
      maxLength={CAPTION_MAX * 2}
      value={fields.caption}
      error={errors.caption}
      onChange={(event) => onChange({ caption: event.target.value })}
    />
    <SelectField
      label={WORDS_STEP.genre}
      name="genre"
      value={fields.genre}
      error={errors.genre}
      onChange={(event) => onChange({ genre: event.target.value })}
    >
      <option value="">{WORDS_STEP.noGenre}</option>
      {GENRES.map((genre) => (
        <option key={genre}>{genre}</option>
      ))}
    </SelectField>
    <DetailsFields {...{ fields, errors, onChange }} />
  </>
)
