import { useState } from 'react'
import { NO_IMAGE } from './check-book.ts'
import { shrinkImage } from './shrink-image.ts'
import { useObjectUrl } from './use-object-url.ts'

/** The author's own cover image, shrunk before the upload. */
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
