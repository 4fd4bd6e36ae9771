import { useEffect, useState } from 'react'

/** An object URL for a blob, revoked when the blob changes or the component unmounts. */
export const useObjectUrl = (blob: Blob | undefined) => {
  const [made, setMade] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setMade({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  // Until the effect has run, the URL is of the previous blob, and is about to be revoked.
  return made?.blob === blob ? made?.url : undefined
}
