// The server answers in English. Pages in another language have web/language/lazy-sentences.ts in place of this.

/** Loads what `translateSentence` needs. */
export const loadSentences = async (): Promise<void> => {}

/** A sentence of the server in the language of the pages, as far as the sentences are loaded and have it. */
export const translateSentence = (sentence: string): string => sentence
