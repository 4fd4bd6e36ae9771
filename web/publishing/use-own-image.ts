import { useState } from 'react'
import { NO_IMAGE } from './check-book.ts'
import { shrinkImage } from './shrink-image.ts'
import { useObjectUrl } from './use-object-url.ts'

/** An image of the author's own, made small enough to send. */
export const useOwnImage = () => {
  const [image, setImage] = useState<Blob>()
  const [error, setError] = useState<string>()
  const choose = async (file: File) => {
    const small = await shrinkImage(file).catch(() => undefined)
    setError(small ? undefined : NO_IMAGE)
    setImage(small)
  }
  const clear = () => {
    setImage(undefined)
    setError(undefined)
  }
  return { image, error, url: useObjectUrl(image), choose, clear }
}
