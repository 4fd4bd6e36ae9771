import { useEffect, useState } from 'react'
import { loadSentences, translateSentence } from '#web/messages/translate-sentence.ts'

/** Translates sentences of the server, once those of the language are loaded. */
export const useSentences = (): ((sentence: string) => string) => {
  const [, setLoaded] = useState(false)
  useEffect(() => void loadSentences().then(() => setLoaded(true)), [])
  return translateSentence
}
