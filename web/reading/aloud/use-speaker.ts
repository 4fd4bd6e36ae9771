import { useEffect, useState } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'
import { type Manner, Speaker, type SpeakerState } from './speaker.ts'
import { firstPartShown } from './spoken-place.ts'
import type { SpokenText } from './spoken-text.ts'

interface SpeakerOptions {
  /** The page where it starts. */
  page: number
  lastPage: number
  /** Undefined until the language of the text is known. */
  manner: Manner | undefined
  onEnd: () => void
}

const BEGINNING: SpeakerState = { isSpeaking: true, at: undefined, problem: undefined }

/** Reads a text aloud from the first sentence on screen, or from the one that is selected, until it is unmounted. */
export const useSpeaker = (text: SpokenText, { page, lastPage, manner, onEnd }: SpeakerOptions) => {
  const [state, setState] = useState(BEGINNING)
  const [speaker, setSpeaker] = useState<Speaker>()
  const latest = useLatest({ page, onEnd })
  useEffect(() => {
    const started = new Speaker(text, { lastPage, onChange: setState, onEnd: () => latest.current.onEnd() })
    setSpeaker(started)
    const stop = () => started.stop()
    // Chrome goes on speaking after the page has gone.
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [text, lastPage, latest])

  const isReady = manner !== undefined
  useEffect(() => {
    if (manner) speaker?.speakWith(manner)
  }, [speaker, manner])
  useEffect(() => {
    if (!speaker || !isReady) return
    let isStopped = false
    void firstPartShown(text, latest.current.page).then((place) => {
      if (!isStopped) speaker.start(place.page, place.index)
    })
    return () => {
      isStopped = true
    }
  }, [speaker, isReady, text, latest])
  return { state, speaker }
}
