let translate = (sentence: string) => sentence
let loading: Promise<void> | undefined

const load = async () => {
  try {
    const { sentenceTranslator } = await import('./translate-sentence.ts')
    translate = await sentenceTranslator()
  } catch {
    // Without them the English sentence is shown.
    loading = undefined
  }
}

/** Loads what `translateSentence` needs, once. */
export const loadSentences = (): Promise<void> => (loading ??= load())

/** A sentence of the server in the language of the pages, as far as the sentences are loaded and have it. */
export const translateSentence = (sentence: string): string => translate(sentence)
