import { useCallback, useEffect, useState } from 'react'
import type { OpenBook } from './use-open-book.ts'
import { useVoices } from './use-voices.ts'

/** What is read aloud: the pages, or the text view in its container. */
export interface AloudView {
  textView: { container: HTMLElement; parts: number[] } | undefined
}

/** Whether the book is read aloud. Without a voice there is no `toggle`. */
export const useReadAloud = ({ text, isShown }: OpenBook, onFocusPages: () => void) => {
  const hasVoices = useVoices().length > 0
  const [view, setView] = useState<AloudView>()
  const { isOn: isText, parts, container } = text
  useEffect(() => setView(undefined), [isText])
  const stop = useCallback(() => {
    setView(undefined)
    if (view?.textView) view.textView.container.focus({ preventScroll: true })
    else onFocusPages()
  }, [view, onFocusPages])
  const toggle = useCallback(() => {
    if (view) return stop()
    const textContainer = container()
    if (isText && !textContainer) return
    // Safari lets a page speak after a press only, and the panel is loaded later.
    window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
    setView({ textView: textContainer && { container: textContainer, parts } })
  }, [view, stop, container, isText, parts])
  return { view, stop, toggle: hasVoices && isShown ? toggle : undefined }
}
