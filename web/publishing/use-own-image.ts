import { useRef, useState } from 'react'
import type { CoverChoice } from './check-book.ts'
import { BOOK_FORM } from '#web/messages/book-form.ts'
import { shrinkImage } from './shrink-image.ts'
import { useObjectUrl } from './use-object-url.ts'

/** The author's own cover image, shrunk before the upload. What is said of it is so while it is the chosen cover. */
export const useOwnImage = (cover: CoverChoice) => {
  const [image, setImage] = useState<Blob>()
  const [error, setError] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const latestRead = useRef(0)
  const choose = async (file: File) => {
    clear()
    const thisRead = latestRead.current
    setIsReading(true)
    const small = await shrinkImage(file).catch(() => undefined)
    if (thisRead !== latestRead.current) return
    setIsReading(false)
    setError(small ? undefined : BOOK_FORM.noImage)
    setImage(small)
  }
  const clear = () => {
    latestRead.current++
    setIsReading(false)
    setImage(undefined)
    setError(undefined)
  }
  const isChosen = cover === 'image'
  return {
    image,
    error: isChosen ? error : undefined,
    isReading: isChosen && isReading,
    url: useObjectUrl(image),
    choose,
    clear,
  }
}
