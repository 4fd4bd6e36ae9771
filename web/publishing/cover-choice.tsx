import { Plus } from 'lucide'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, fieldId } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { COVER_STEP } from '#web/messages/publishing.ts'
import type { CoverChoice, BookFields } from './check-book.ts'
import css from './cover-choice.module.css'
import { DrawnCover, ImageCover } from './drawn-cover.tsx'

const ID = fieldId('image')

interface CoverChoiceProps {
  fields: BookFields
  firstPage: string | undefined
  image: string | undefined
  /** The cover that the book has already. */
  current?: string
  error: string | undefined
  onChoose: (cover: CoverChoice) => void
  onImage: (file: File) => void
}

/** The covers to choose from: the book's current one, the series, the first page, or an own image. */
export const CoverChoices = ({ fields, firstPage, image, current, error, onChoose, onImage }: CoverChoiceProps) => (
  <fieldset
    className={classNames(css.choices, current && css.four)}
    aria-labelledby="cover-step"
    aria-describedby={error ? `${ID}-error` : undefined}
  >
    {current && (
      <Choice cover="current" name={COVER_STEP.kept} chosen={fields.cover} onChoose={onChoose}>
        <ImageCover src={current} />
      </Choice>
    )}
    <Choice cover="series" name={COVER_STEP.series} chosen={fields.cover} onChoose={onChoose}>
      <DrawnCover {...fields} />
    </Choice>
    <Choice cover="first-page" name={COVER_STEP.firstPage} chosen={fields.cover} onChoose={onChoose}>
      {firstPage ? <ImageCover src={firstPage} /> : <Empty>{current ? COVER_STEP.keptPage : COVER_STEP.noPage}</Empty>}
    </Choice>
    <div className={css.own}>
      <Choice cover="image" name={COVER_STEP.own} chosen={fields.cover} onChoose={onChoose}>
        {image ? (
          <ImageCover src={image} />
        ) : (
          <Empty>
            <Icon of={Plus} size={1.6} />
          </Empty>
        )}
      </Choice>
      <span className={css.pick}>
        <input
          id={ID}
          type="file"
          name="image"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${ID}-error` : undefined}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (!file) return
            onChoose('image')
            onImage(file)
          }}
        />
        <label htmlFor={ID}>{image ? COVER_STEP.chooseAnother : COVER_STEP.choose}</label>
      </span>
    </div>
    {error && (
      <div className={css.error}>
        <FieldError id={`${ID}-error`} text={error} />
      </div>
    )}
  </fieldset>
)

interface ChoiceProps {
  cover: CoverChoice
  name: string
  chosen: CoverChoice
  onChoose: (cover: CoverChoice) => void
  children: ReactNode
}

const Choice = ({ cover, name, chosen, onChoose, children }: ChoiceProps) => (
  <label className={css.choice}>
    <input type="radio" name="cover" value={cover} checked={cover === chosen} onChange={() => onChoose(cover)} />
    <span className={css.frame}>{children}</span>
    <span>{name}</span>
  </label>
)

const Empty = ({ children }: { children: ReactNode }) => (
  <span className={css.empty} aria-hidden="true">
    {children}
  </span>
)
