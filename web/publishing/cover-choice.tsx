import { Plus } from 'lucide'
import { useDeferredValue, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { BookFormatName } from '#contract/values/books.ts'
import { COVERS_SHOWN, COVER_SEED_MAX } from '#contract/values/publishing.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, fieldId } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { COVER_STEP } from '#web/messages/publishing.ts'
import type { CoverChoice, BookFields } from './check-book.ts'
import { ChooseFile } from './choose-file.tsx'
import css from './cover-choice.module.css'
import { DrawnCover, ImageCover, PageCover } from './drawn-cover.tsx'
import type { StoredCover } from './drawn-cover.tsx'
import { SmallCover } from './small-cover.tsx'
import type { useBookFile } from './use-book-file.ts'

const ID = fieldId('image')

interface CoverChoiceProps {
  fields: BookFields
  file: Pick<ReturnType<typeof useBookFile>, 'chosen' | 'firstPage' | 'fileCover'>
  image: string | undefined
  /** The cover that the book has already, unless it is one of the series. */
  current?: StoredCover | undefined
  /** The format of the file that the book has already, from which the server takes the cover. */
  stored?: BookFormatName
  error: string | undefined
  onChoose: (choice: { cover: CoverChoice; coverSeed?: number }) => void
  onImage: (file: File) => void
}

/** The covers to choose from: six of the series at a time, the book's current one, the file's, or an own image. */
export const CoverChoices = ({ fields, file, image, current, stored, error, onChoose, onImage }: CoverChoiceProps) => (
  <fieldset className={css.choices} aria-labelledby="cover-step" aria-describedby={error ? `${ID}-error` : undefined}>
    <SeriesCovers fields={fields} onChoose={onChoose} />
    {current && (
      <Choice cover="current" name={COVER_STEP.kept} chosen={fields.cover} onChoose={onChoose}>
        <ImageCover {...current} />
      </Choice>
    )}
    <FileCover fields={fields} file={file} stored={stored} onChoose={onChoose} />
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
      <ChooseFile
        id={ID}
        label={image ? COVER_STEP.chooseAnother : COVER_STEP.choose}
        className={css.pick}
        name="image"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${ID}-error` : undefined}
        onFile={(file) => {
          onChoose({ cover: 'image' })
          onImage(file)
        }}
      />
    </div>
    <div className={css.error}>
      <SmallCover url={fields.cover === 'image' ? image : fields.cover === 'file' ? file.fileCover : undefined} />
    </div>
    {error && (
      <div className={css.error}>
        <FieldError id={`${ID}-error`} text={error} />
      </div>
    )}
  </fieldset>
)

/** The first page of a PDF, or the cover in an EPUB that has one. */
const FileCover = ({
  fields,
  file: { chosen, firstPage, fileCover },
  stored,
  onChoose,
}: Pick<CoverChoiceProps, 'fields' | 'file' | 'stored' | 'onChoose'>) => {
  const format = chosen?.format ?? stored ?? 'pdf'
  const empty = <Empty>{stored && !chosen ? COVER_STEP.keptPage : COVER_STEP.noPage}</Empty>
  if (format === 'pdf')
    return (
      <Choice cover="first-page" name={COVER_STEP.firstPage} chosen={fields.cover} onChoose={onChoose}>
        {firstPage ? <PageCover page={firstPage} genre={fields.genre} /> : empty}
      </Choice>
    )
  if (chosen && !fileCover) return null
  return (
    <Choice cover="file" name={COVER_STEP.ofFile} chosen={fields.cover} onChoose={onChoose}>
      {fileCover ? <ImageCover src={fileCover} /> : empty}
    </Choice>
  )
}

const LAST_SIX = Math.floor((COVER_SEED_MAX + 1) / COVERS_SHOWN) - 1

/** Six covers of the series, and buttons for six others. */
const SeriesCovers = ({ fields, onChoose }: Pick<CoverChoiceProps, 'fields' | 'onChoose'>) => {
  // The six that are shown while another cover is chosen. Otherwise they are those around the chosen one.
  const [browsed, setBrowsed] = useState<number>()
  const another = useRef<HTMLButtonElement>(null)
  const isChosen = fields.cover === 'series'
  const six = isChosen || browsed === undefined ? Math.floor(fields.coverSeed / COVERS_SHOWN) : browsed
  const first = six * COVERS_SHOWN
  const words = useDeferredValue(fields)
  const choose = (seed: number) => onChoose({ cover: 'series', coverSeed: seed })
  const turnTo = (next: number) => {
    setBrowsed(next)
    if (isChosen) choose(next * COVERS_SHOWN + (fields.coverSeed % COVERS_SHOWN))
  }
  return (
    <div className={css.series}>
      <p className={css.name}>{COVER_STEP.series}</p>
      <div className={css.six}>
        {Array.from({ length: COVERS_SHOWN }, (_, at) => first + at).map((seed, at) => (
          <label key={at} className={css.choice}>
            <input
              type="radio"
              name="cover"
              value={`series-${seed}`}
              checked={isChosen && seed === fields.coverSeed}
              onChange={() => choose(seed)}
            />
            <span className={css.frame}>
              <DrawnCover {...words} seed={seed} />
            </span>
            <VisuallyHidden>{COVER_STEP.ofSeries(seed + 1)}</VisuallyHidden>
          </label>
        ))}
      </div>
      <div className={css.turn}>
        <Button ref={another} kind="quiet" onClick={() => turnTo(six < LAST_SIX ? six + 1 : 0)}>
          {COVER_STEP.another}
        </Button>
        {six > 0 && (
          <Button
            kind="quiet"
            onClick={() => {
              turnTo(six - 1)
              // The first six have no button for those before.
              if (six === 1) another.current?.focus()
            }}
          >
            {COVER_STEP.before}
          </Button>
        )}
        <VisuallyHidden>
          <span role="status">{browsed !== undefined && COVER_STEP.shown(first + 1, first + COVERS_SHOWN)}</span>
        </VisuallyHidden>
      </div>
    </div>
  )
}

interface ChoiceProps {
  cover: CoverChoice
  name: string
  chosen: CoverChoice
  onChoose: CoverChoiceProps['onChoose']
  children: ReactNode
}

const Choice = ({ cover, name, chosen, onChoose, children }: ChoiceProps) => (
  <label className={css.choice}>
    <input type="radio" name="cover" value={cover} checked={cover === chosen} onChange={() => onChoose({ cover })} />
    <span className={css.frame}>{children}</span>
    <span>{name}</span>
  </label>
)

const Empty = ({ children }: { children: ReactNode }) => (
  <span className={css.empty} aria-hidden="true">
    {children}
  </span>
)
