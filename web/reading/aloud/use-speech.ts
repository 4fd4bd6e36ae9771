import { useMemo, useState } from 'react'
import { useLoaded } from '#web/ui/use-loaded.ts'
import {
  savedLanguage,
  savedSpeed,
  savedVoice,
  writeLanguage,
  writeSpeed,
  writeVoice,
} from '#web/session/read-aloud.ts'
import { languageWithVoice, voicesOf } from './choose-voice.ts'
import { languageOf } from './language-of.ts'
import type { Manner } from './speaker.ts'
import type { SpokenText } from './spoken-text.ts'
import { useVoices } from './use-voices.ts'

/** The language is told from the text of this many pages. */
const SAMPLED_PAGES = 3
/** The key of the settings for texts whose language is not known. */
const UNKNOWN = 'und'

/** The language, voice and speed of reading aloud, as they were last chosen for this language. Undefined until the language is known. */
export const useSpeech = (text: SpokenText, page: number) => {
  const voices = useVoices()
  const textLanguage = useTextLanguage(text, page)
  const [chosen, setChosen] = useState<{ language?: string; voice?: string; speed?: number }>({})
  return useMemo(() => {
    if (textLanguage === undefined) return undefined
    const wanted = chosen.language ?? savedLanguage(textLanguage) ?? textLanguage
    const language = languageWithVoice(voices, wanted)
    const choices = voicesOf(voices, language)
    const uri = chosen.voice ?? savedVoice(language)
    const manner: Manner = {
      voice: choices.find(({ voiceURI }) => voiceURI === uri) ?? choices[0],
      speed: chosen.speed ?? savedSpeed(language),
    }
    return {
      manner,
      language,
      voices,
      choices,
      setLanguage: (to: string) => {
        writeLanguage(textLanguage, to)
        setChosen({ language: to })
      },
      setVoice: (to: string) => {
        writeVoice(language, to)
        setChosen((now) => ({ ...now, voice: to }))
      },
      setSpeed: (to: number) => {
        writeSpeed(language, to)
        setChosen((now) => ({ ...now, speed: to }))
      },
    }
  }, [textLanguage, chosen, voices])
}

export type Speech = NonNullable<ReturnType<typeof useSpeech>>

const useTextLanguage = (text: SpokenText, page: number) => {
  const [from] = useState({ text, page })
  return useLoaded(from, textLanguageFrom)
}

const textLanguageFrom = async ({ text, page }: { text: SpokenText; page: number }) => {
  const pages = Array.from({ length: SAMPLED_PAGES }, (_, at) => page + at)
  const parts = await Promise.all(pages.map((one) => text.partsOf(one).catch(() => [])))
  return languageOf(parts.flatMap((of) => of.map((part) => part.text)).join(' ')) ?? UNKNOWN
}
