import { isolated } from './isolated.ts'

/** The server answers in English; these pages say it in their language. */
interface Sentences {
  whole: ReadonlyMap<string, string>
  /** With `{0}` for what is put into a sentence. */
  patterns: readonly { english: RegExp; text: string }[]
}

/** Loads the sentences of the language, and gives the function that translates by them. */
export const sentenceTranslator = async (): Promise<(sentence: string) => string> => {
  const { SENTENCES } = await import('#web/messages/sentences.ts')
  const sentences = toSentences(SENTENCES)
  return (sentence) => translateBy(sentences, sentence)
}

export const toSentences = (texts: Readonly<Record<string, string>>): Sentences => {
  const all = Object.entries(texts)
  const patterns = all
    .filter(([english]) => english.includes('{0}'))
    // Those that say most themselves first.
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([english, text]) => ({ english: patternOf(english), text }))
  return { whole: new Map(all), patterns }
}

const patternOf = (english: string) => {
  const parts = english.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*?)')}$`, 's')
}

/** What is put into a sentence may be a sentence itself. */
export const translateBy = (sentences: Sentences, sentence: string): string => {
  const whole = sentences.whole.get(sentence)
  if (whole !== undefined) return whole
  for (const { english, text } of sentences.patterns) {
    const [, ...parts] = english.exec(sentence) ?? []
    if (parts.length > 0)
      return text.replaceAll(/\{(\d)\}/g, (_, index: string) => {
        const part = parts[Number(index)] ?? ''
        return sentences.whole.get(part) ?? isolated(part)
      })
  }
  return sentence
}
