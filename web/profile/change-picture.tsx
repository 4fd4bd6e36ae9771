import { useRef, useState } from 'react'
import { removeProfileImage, setProfileImage } from '#contract/calls/account-settings.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { PICTURE } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { imageForm, PICTURE_TYPES, smallPicture } from './picture-file.ts'
import { Setting } from './setting.tsx'
import { useAccountChange } from './use-account-change.ts'

export const ChangePicture = ({ user }: { user: User }) => {
  const [isUnreadable, setUnreadable] = useState(false)
  const [fieldKey, setFieldKey] = useState(0)
  const latestRead = useRef(0)
  const setting = useAccountChange({
    failed: PICTURE.setFailed,
    send: (image: Blob) => api(setProfileImage, { body: imageForm(image) }),
  })
  const removing = useAccountChange({ failed: PICTURE.removeFailed, send: () => api(removeProfileImage) })
  const choose = async (file: File) => {
    const thisRead = ++latestRead.current
    removing.reset()
    setting.reset()
    const small = await smallPicture(file)
    if (thisRead !== latestRead.current) return
    setUnreadable(!small)
    if (small) setting.change(small)
    // A new field, so that choosing the same file again fires a change event.
    setFieldKey((count) => count + 1)
  }
  const remove = () => {
    latestRead.current++
    removing.change(undefined)
  }
  const failure = setting.failure ?? removing.failure
  return (
    <Setting title={PICTURE.title} text={PICTURE.text}>
      <FailureNotice failure={failure} />
      <FileField
        key={fieldKey}
        label={PICTURE.choose}
        name="picture"
        accept={PICTURE_TYPES}
        hint={setting.isPending ? PICTURE.setting : PICTURE.hint}
        error={isUnreadable ? PICTURE.noImage : failure?.errors.image}
        disabled={setting.isPending}
        onFile={(file) => void choose(file)}
      />
      {user.profileImage && (
        <Button kind="quiet" busy={removing.isPending} onClick={remove}>
          {PICTURE.remove}
        </Button>
      )}
    </Setting>
  )
}
