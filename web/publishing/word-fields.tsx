import { GENRES } from '#contract/genres.ts'
import { AUTHOR_MAX, CAPTION_MAX, TITLE_MAX } from '#contract/publishing.ts'
import { SelectField, TextArea, TextField } from '#web/ui/text-field.tsx'
import { WORDS_STEP } from '#web/messages/publishing.ts'
import type { Words } from './check-book.ts'
import css from './create.module.css'

interface WordFieldsProps {
  words: Words
  errors: Record<string, string>
  onChange: (patch: Partial<Words>) => void
}

export const WordFields = ({ words, errors, onChange }: WordFieldsProps) => (
  <>
    <div className={css.two}>
      <TextField
        label={WORDS_STEP.bookTitle}
        name="title"
        font="reading"
        autoComplete="off"
        maxLength={TITLE_MAX * 2}
        value={words.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextField
        label={WORDS_STEP.author}
        name="author"
        font="reading"
        autoComplete="off"
        maxLength={AUTHOR_MAX * 2}
        value={words.author}
        error={errors.author}
        onChange={(event) => onChange({ author: event.target.value })}
      />
    </div>
    <TextArea
      label={WORDS_STEP.caption}
      name="caption"
      font="reading"
      rows={6}
      maxLength={CAPTION_MAX * 2}
      value={words.caption}
      error={errors.caption}
      onChange={(event) => onChange({ caption: event.target.value })}
    />
    <SelectField
      label={WORDS_STEP.genre}
      name="genre"
      value={words.genre}
      error={errors.genre}
      onChange={(event) => onChange({ genre: event.target.value })}
    >
      <option value="">{WORDS_STEP.noGenre}</option>
      {GENRES.map((genre) => (
        <option key={genre}>{genre}</option>
      ))}
    </SelectField>
  </>
)
