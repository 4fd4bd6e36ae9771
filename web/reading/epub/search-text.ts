/** Scripts without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const QUOTES: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
}

const fold = (character: string) => {
  const plain = QUOTES[character] ?? character.normalize('NFD')[0] ?? character
  const lower = plain.toLowerCase()
  return lower.length === character.length ? lower : character
}

/** A text as it is searched: without case and accents, every character at its place. */
export const searchable = (text: string): string =>
  text
    .replace(/[^\u0000-\u007f]/g, fold)
    .replaceAll('\n', ' ')
    .toLowerCase()

const escaped = (text: string) =>
  searchable(text)
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s')

/** What a search looks for in a searchable text: a text wherever it is, or any of several whole words and phrases. */
export const patternOf = (query: string | readonly string[]): RegExp | undefined => {
  const words = (typeof query === 'string' ? [query] : query).filter((word) => word.trim() !== '')
  if (words.length === 0) return undefined
  const isWhole = typeof query !== 'string' && !words.some((word) => UNSPACED.test(word))
  const any = words
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
    .join('|')
  return new RegExp(isWhole ? `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])` : any, 'gu')
}
