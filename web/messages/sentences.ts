/** The sentences that the server answers with, by their English: in English they stay as they are. */
export const SENTENCES: Readonly<Record<string, string>> = {}
