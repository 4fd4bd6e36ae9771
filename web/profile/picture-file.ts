import { shrinkImage } from '#web/publishing/shrink-image.ts'

/** What a file field for a picture accepts. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
/** The server crops the picture to a square of 256 pixels; three times that leaves room for its shape. */
const MAX_SIDE = 768

/** The picture as it is sent; undefined if the file is none. */
export const smallPicture = (file: File): Promise<Blob | undefined> =>
  shrinkImage(file, { width: MAX_SIDE, height: MAX_SIDE }).catch(() => undefined)

export const imageForm = (image: Blob): FormData => {
  const form = new FormData()
  form.append('image', image, `picture.${image.type === 'image/jpeg' ? 'jpg' : 'webp'}`)
  return form
}
