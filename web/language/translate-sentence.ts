import { LANGUAGE } from '#web/messages/language.ts'
import { isolated } from './isolated.ts'
import { listOf } from './lists.ts'
import { valueIn } from './value-in.ts'

/** The server answers in English; these pages say it in their language. */
interface Sentences {
  whole: ReadonlyMap<string, string>
  /** With `{0}` for what is put into a sentence. */
  patterns: readonly Pattern[]
  /** Those that are put into a sentence themselves. */
  phrases: readonly Pattern[]
}

interface Pattern {
  english: RegExp
  text: string
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
    .map(([english, text]) => ({ english: patternOf(english), text, isPhrase: /^[a-z]/.test(english) }))
  return { whole: new Map(all), patterns, phrases: patterns.filter(({ isPhrase }) => isPhrase) }
}

const patternOf = (english: string) => {
  const parts = english.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*?)')}$`, 's')
}

/** Between two sentences. */
const BETWEEN = /([.!?]) (?=[A-Z“])/g

/** A sentence, or several that the server says one after another, such as all that is wrong with a file. */
export const translateBy = (sentences: Sentences, said: string): string => {
  const parts = said.replaceAll(BETWEEN, '$1\n').split('\n')
  const texts = parts.map((part) => translateOne(sentences, part))
  const isOne = parts.length === 1 || sentences.whole.has(said) || texts.some((text, at) => text === parts[at])
  return isOne ? translateOne(sentences, said) : texts.join(' ').replaceAll('。 ', '。')
}

const translateOne = (sentences: Sentences, sentence: string): string =>
  sentences.whole.get(sentence) ?? translateByPattern(sentences, sentences.patterns, sentence) ?? sentence

/** What is put into a sentence may be a sentence or a phrase itself. */
const translateByPattern = (sentences: Sentences, patterns: readonly Pattern[], said: string): string | undefined => {
  for (const { english, text } of patterns) {
    const [, ...parts] = english.exec(said) ?? []
    if (parts.length > 0)
      return text.replaceAll(/\{(\d)\}/g, (_, index: string) => {
        const part = parts[Number(index)] ?? ''
        const known = translateList(sentences, part) ?? translatePhrase(sentences, part)
        return known ?? isolated(valueIn(part, LANGUAGE.locale))
      })
  }
  return undefined
}

const translatePhrase = (sentences: Sentences, said: string): string | undefined =>
  sentences.whole.get(said) ?? translateByPattern(sentences, sentences.phrases, said)

/** Several phrases after another, such as all that an import has left out. */
const translateList = (sentences: Sentences, said: string): string | undefined => {
  const texts = said.split(/, (?=the )/).map((part) => translatePhrase(sentences, part))
  return texts.length > 1 && texts.every((text) => text !== undefined) ? listOf(texts) : undefined
}
