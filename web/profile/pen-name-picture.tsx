import { useRef, useState } from 'react'
import { Avatar } from '#web/accounts/avatar.tsx'
import { PEN_NAMES } from '#web/messages/pen-names.ts'
import { useObjectUrl } from '#web/publishing/use-object-url.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { PICTURE_TYPES, smallPicture } from './picture-file.ts'
import css from './profile.module.css'

/** What becomes of the picture when the form is saved; undefined if it stays. */
export type PictureChange = Blob | 'removed' | 'reading' | 'unreadable' | undefined

interface PenNamePictureProps {
  /** Its address as it is stored. */
  image: string | null
  name: string
  picture: PictureChange
  error: string | undefined
  onChange: (picture: PictureChange) => void
}

/** The picture of a pen name, or the first letter of it, and a field to choose another. */
export const PenNamePicture = ({ image, name, picture, error, onChange }: PenNamePictureProps) => {
  const [fieldKey, setFieldKey] = useState(0)
  const chosen = useObjectUrl(picture instanceof Blob ? picture : undefined)
  const latestRead = useRef(0)
  const shown = picture === undefined ? image : (chosen ?? null)
  const choose = async (file: File) => {
    const thisRead = ++latestRead.current
    onChange('reading')
    const small = await smallPicture(file)
    if (thisRead === latestRead.current) onChange(small ?? 'unreadable')
  }
  const remove = () => {
    // A new field, which has no file.
    setFieldKey((count) => count + 1)
    onChange(image === null ? undefined : 'removed')
  }
  return (
    <div className={css.picture}>
      <Avatar user={{ username: name.trim() || '?', profileImage: shown }} big />
      <div>
        <FileField
          key={fieldKey}
          label={PEN_NAMES.picture}
          name="image"
          accept={PICTURE_TYPES}
          hint={PEN_NAMES.pictureHint}
          error={error ?? (picture === 'unreadable' ? PEN_NAMES.noImage : undefined)}
          onFile={(file) => void choose(file)}
        />
        {shown !== null && (
          <Button kind="quiet" onClick={remove}>
            {PEN_NAMES.removePicture}
          </Button>
        )}
      </div>
    </div>
  )
}
