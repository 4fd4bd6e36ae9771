import { readStored, writeStored } from './browser-storage.ts'

/** The speeds of the voice. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

const VOICE = 'aloud-voice:'
const SPEED = 'aloud-speed:'
const DESCRIPTIONS = 'aloud-descriptions'
const LANGUAGE = 'aloud-language:'

/** The voice that was chosen for a language in this browser, if one was. */
export const savedVoice = (language: string) => readStored('localStorage', VOICE + language)

export const writeVoice = (language: string, voice: string) => writeStored('localStorage', VOICE + language, voice)

export const savedSpeed = (language: string): number => {
  const saved = Number(readStored('localStorage', SPEED + language))
  return SPEEDS.includes(saved) ? saved : 1
}

export const writeSpeed = (language: string, speed: number) =>
  writeStored('localStorage', SPEED + language, String(speed))

/** The language that was chosen for books whose text seems to be in `language`, if one was. */
export const savedLanguage = (language: string) => readStored('localStorage', LANGUAGE + language)

export const writeLanguage = (language: string, chosen: string) =>
  writeStored('localStorage', LANGUAGE + language, chosen)

/** Whether the voice describes pictures and formulas. */
export const hearsDescriptions = () => readStored('localStorage', DESCRIPTIONS) === 'on'

export const writeDescriptions = (isOn: boolean) => writeStored('localStorage', DESCRIPTIONS, isOn ? 'on' : 'off')
