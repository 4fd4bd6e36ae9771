import { useEffect, useState } from 'react'
import { ADVICE } from '#web/messages/file-advice.ts'

const LEAST_HEIGHT = 600

/** Says of an image that it is too small for a cover. */
export const SmallCover = ({ url }: { url: string | undefined }) => {
  const [small, setSmall] = useState<string>()
  useEffect(() => {
    if (url === undefined) return
    const image = new Image()
    image.onload = () => image.naturalHeight < LEAST_HEIGHT && setSmall(url)
    image.src = url
    return () => {
      image.onload = null
    }
  }, [url])
  const { what, how } = ADVICE['small-cover']
  return <div role="status">{url !== undefined && small === url && `${what} ${how}`}</div>
}
