import { useState } from 'react'
import { removeProfileImage, setProfileImage } from '#contract/accounts.ts'
import type { User } from '#contract/people.ts'
import { Avatar } from '#web/accounts/avatar.tsx'
import { api } from '#web/api/browser.ts'
import { shrinkImage } from '#web/publishing/shrink-image.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { PICTURE } from '#web/messages/profile.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Large enough for the square of 256 pixels that is kept of it, on any side. */
const SIDE = 768

export const ChangePicture = ({ user }: { user: User }) => {
  const [isNoImage, setNoImage] = useState(false)
  const [turn, setTurn] = useState(0)
  const setting = useAccountChange({
    failed: PICTURE.setFailed,
    send: (image: Blob) => api(setProfileImage, { body: formWith(image) }),
  })
  const removing = useAccountChange({ failed: PICTURE.removeFailed, send: () => api(removeProfileImage) })
  const choose = async (file: File) => {
    removing.reset()
    setting.reset()
    const small = await shrinkImage(file, { width: SIDE, height: SIDE }).catch(() => undefined)
    setNoImage(!small)
    if (small) setting.change(small)
    // A fresh field: choosing the same file again counts.
    setTurn((count) => count + 1)
  }
  const failure = setting.failure ?? removing.failure
  return (
    <Setting title={PICTURE.title} text={PICTURE.text}>
      <div className={css.picture}>
        <Avatar user={user} big />
        <div>
          <FailureNotice failure={failure} />
          <FileField
            key={turn}
            label={PICTURE.choose}
            name="picture"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            hint={setting.isPending ? PICTURE.setting : PICTURE.hint}
            error={isNoImage ? PICTURE.noImage : failure?.errors.image}
            disabled={setting.isPending}
            onFile={(file) => void choose(file)}
          />
          {user.profileImage && (
            <Button kind="quiet" busy={removing.isPending} onClick={() => removing.change(undefined)}>
              {PICTURE.remove}
            </Button>
          )}
        </div>
      </div>
    </Setting>
  )
}

const formWith = (image: Blob) => {
  const form = new FormData()
  form.append('image', image, `picture.${image.type === 'image/jpeg' ? 'jpg' : 'webp'}`)
  return form
}
