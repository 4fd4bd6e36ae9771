import { useSyncExternalStore } from 'react'

const NONE: SpeechSynthesisVoice[] = []
let voices = NONE

/** They are loaded late: getVoices is empty at first. */
const subscribe = (onChange: () => void) => {
  const { speechSynthesis } = window
  // A browser may find no voices on the device, or know no speech at all.
  if (!speechSynthesis) return () => undefined
  const update = () => {
    voices = speechSynthesis.getVoices()
    onChange()
  }
  update()
  // Before version 16 Safari has its voices at once, tells of no others, and throws here.
  if (!('addEventListener' in speechSynthesis)) return () => undefined
  speechSynthesis.addEventListener('voiceschanged', update)
  return () => speechSynthesis.removeEventListener('voiceschanged', update)
}

/** The voices of the device: none until they are loaded, and on the server. */
export const useVoices = (): SpeechSynthesisVoice[] =>
  useSyncExternalStore(
    subscribe,
    () => voices,
    () => NONE,
  )
