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
import { languageOfTag, languageWithVoice, voicesOf } from './choose-voice.ts'
import { likelyLanguages } from './language-of.ts'
import type { Manner } from './speaker.ts'
import type { SpokenText } from './spoken-text.ts'
import { useVoices } from './use-voices.ts'

/** The language is told from the text of this many pages. */
const SAMPLED_PAGES = 3
/** The key of the settings for texts whose language is not known. */
const UNKNOWN = 'und'

/** The language, voice and speed of reading aloud, as they were last chosen for this language. Undefined until the language is known. */
export const useSpeech = (text: SpokenText, page: number, ofBook: string | undefined) => {
  const voices = useVoices()
  const languages = useTextLanguages(text, page, ofBook)
  const [chosen, setChosen] = useState<{ language?: string; voice?: string; speed?: number }>({})
  return useMemo(() => {
    if (languages === undefined) return undefined
    const [textLanguage = UNKNOWN] = languages
    const wanted = chosen.language ?? savedLanguage(textLanguage)
    const language = languageWithVoice(voices, ...(wanted === null ? languages : [wanted])) ?? textLanguage
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
  }, [languages, chosen, voices])
}

export type Speech = NonNullable<ReturnType<typeof useSpeech>>

const useTextLanguages = (text: SpokenText, page: number, ofBook: string | undefined) => {
  const [from] = useState({ text, page, ofBook })
  return useLoaded(from, textLanguagesFrom)
}

interface TextFrom {
  text: SpokenText
  page: number
  /** As the book says it. */
  ofBook: string | undefined
}

const textLanguagesFrom = async ({ text, page, ofBook }: TextFrom) => {
  const pages = Array.from({ length: SAMPLED_PAGES }, (_, at) => page + at)
  const parts = await Promise.all(pages.map((one) => text.partsOf(one).catch(() => [])))
  const words = parts.flatMap((of) => of.map((part) => part.text)).join(' ')
  return likelyLanguages(words, ofBook && languageOfTag(ofBook))
}
