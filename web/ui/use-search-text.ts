import { useEffect, useRef, useState } from 'react'

/** The text of a search field. It follows the words in the address; what is typed since they were sent there stays. */
export const useSearchText = (words: string) => {
  const [text, setText] = useState(words)
  const sentRef = useRef(words)
  // The address also changes by Back and by links.
  useEffect(() => {
    if (words !== sentRef.current) setText(words)
    sentRef.current = words
  }, [words])
  return [text, setText, sentRef] as const
}
