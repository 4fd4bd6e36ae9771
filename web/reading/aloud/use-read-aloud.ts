import { useCallback, useEffect, useState } from 'react'
import type { BookView } from '#web/reading/format/book-view.ts'
import { useVoices } from './use-voices.ts'

/** The view that is read aloud, if one is. Without a voice there is no `toggle`, but where a person reads the book. */
export const useReadAloud = (view: BookView | undefined, isShown: boolean) => {
  const hasVoices = useVoices().length > 0
  const [spoken, setSpoken] = useState<BookView>()
  useEffect(() => setSpoken(undefined), [view])
  const stop = useCallback(() => {
    setSpoken(undefined)
    spoken?.container.focus({ preventScroll: true })
  }, [spoken])
  const toggle = useCallback(() => {
    if (spoken) return stop()
    if (!view) return
    // Safari lets a page speak after a press only, and the panel is loaded later.
    if (hasVoices) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
    setSpoken(view)
  }, [view, spoken, stop, hasVoices])
  return { view: spoken, stop, toggle: (hasVoices || view?.narration) && isShown ? toggle : undefined }
}
