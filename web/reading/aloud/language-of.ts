/**
 * The languages of scripts, with the share of a text's letters from which on they count. Kana stand before Han: Japanese has
 * both. Urdu has letters that Persian lacks, and both have some that Arabic lacks.
 */
const SCRIPTS: [RegExp, number, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1, 'ja'],
  [/\p{Script=Hangul}/gu, 0.3, 'ko'],
  [/\p{Script=Han}/gu, 0.5, 'zh'],
  [/[ٹڈڑںےہ]/gu, 0.05, 'ur'],
  [/[پچژگیک]/gu, 0.05, 'fa'],
  [/\p{Script=Arabic}/gu, 0.5, 'ar'],
  [/\p{Script=Hebrew}/gu, 0.5, 'he'],
  [/[іїєґ]/giu, 0.04, 'uk'],
  [/\p{Script=Cyrillic}/gu, 0.5, 'ru'],
  [/\p{Script=Greek}/gu, 0.5, 'el'],
  [/\p{Script=Devanagari}/gu, 0.5, 'hi'],
  [/\p{Script=Bengali}/gu, 0.5, 'bn'],
  [/\p{Script=Gujarati}/gu, 0.5, 'gu'],
  [/\p{Script=Tamil}/gu, 0.5, 'ta'],
  [/\p{Script=Telugu}/gu, 0.5, 'te'],
  [/\p{Script=Kannada}/gu, 0.5, 'kn'],
  [/\p{Script=Malayalam}/gu, 0.5, 'ml'],
  [/\p{Script=Thai}/gu, 0.5, 'th'],
  [/\p{Script=Lao}/gu, 0.5, 'lo'],
  [/\p{Script=Khmer}/gu, 0.5, 'km'],
  [/\p{Script=Myanmar}/gu, 0.5, 'my'],
]

/** Frequent words of languages with Latin letters. */
const WORDS: Record<string, string> = {
  en: 'the and of to was that with his for is',
  de: 'der die und das nicht ist ein ich zu mit',
  fr: 'de le les et des est une dans qui il',
  es: 'de que no la los el en un las y',
  it: 'il che di non per una sono della gli è',
  pt: 'o que não uma os com do da em ao',
  nl: 'de het een van en niet dat zijn op te',
  sv: 'och att det som en är inte på han av',
  pl: 'się nie na jest że do w z to i',
}
const MIN_SHARE = 0.08

/** Languages that are told from each other too seldom, or not at all. */
const ALIKE = [
  'sv da nb',
  'pl cs sk sl hr bs sr',
  'es pt fr it ca gl ro',
  'de nl af lb',
  'ru uk be bg mk sr',
  'ar fa ur ps ckb ug sd',
  'hi mr ne sa',
  'bn as',
  'he yi',
  'zh yue',
].map((languages) => languages.split(' '))

const CAN_BE_TOLD = new Set([...SCRIPTS.map(([, , language]) => language), ...Object.keys(WORDS)])

/**
 * The languages that a text may be in, the likeliest first; none if that can't be told. What its book says, which is often
 * wrong, counts for a language that can't be told, before one that is alike or in place of none.
 */
export const likelyLanguages = (text: string, ofBook: string | undefined): string[] => {
  const told = languageOf(text)
  const isOfBook =
    ofBook !== undefined &&
    !CAN_BE_TOLD.has(ofBook) &&
    (told === undefined || ALIKE.some((group) => group.includes(told) && group.includes(ofBook)))
  return [isOfBook ? ofBook : undefined, told].filter((language) => language !== undefined)
}

/** The language of a text; undefined if it can't be told. */
export const languageOf = (text: string): string | undefined => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  const script = SCRIPTS.find(([pattern, share]) => (text.match(pattern)?.length ?? 0) >= share * letters)
  return script?.[2] ?? latinLanguageOf(text)
}

const latinLanguageOf = (text: string) => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = Object.entries(WORDS).map(([language, frequent]) => {
    const known = new Set(frequent.split(' '))
    return { language, count: words.filter((word) => known.has(word)).length }
  })
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one))
  return best.count >= MIN_SHARE * words.length ? best.language : undefined
}
