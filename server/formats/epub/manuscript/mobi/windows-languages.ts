/** Languages by the numbers of Windows. */
const LANGUAGES: Readonly<Record<number, string>> = {
  ...{ 1: 'ar', 2: 'bg', 3: 'ca', 4: 'zh', 5: 'cs', 6: 'da', 7: 'de', 8: 'el', 9: 'en', 10: 'es', 11: 'fi', 12: 'fr' },
  ...{ 13: 'he', 14: 'hu', 15: 'is', 16: 'it', 17: 'ja', 18: 'ko', 19: 'nl', 20: 'nb', 21: 'pl', 22: 'pt', 23: 'rm' },
  ...{ 24: 'ro', 25: 'ru', 26: 'hr', 27: 'sk', 28: 'sq', 29: 'sv', 30: 'th', 31: 'tr', 32: 'ur', 33: 'id', 34: 'uk' },
  ...{ 35: 'be', 36: 'sl', 37: 'et', 38: 'lv', 39: 'lt', 41: 'fa', 42: 'vi', 43: 'hy', 44: 'az', 45: 'eu', 47: 'mk' },
  ...{ 50: 'tn', 52: 'xh', 53: 'zu', 54: 'af', 55: 'ka', 56: 'fo', 57: 'hi', 58: 'mt', 59: 'se', 62: 'ms', 63: 'kk' },
  ...{ 65: 'sw', 67: 'uz', 68: 'tt', 69: 'bn', 70: 'pa', 71: 'gu', 72: 'or', 73: 'ta', 74: 'te', 75: 'kn', 76: 'ml' },
  ...{ 77: 'as', 78: 'mr', 79: 'sa', 82: 'cy', 83: 'gl', 87: 'kok', 97: 'ne', 98: 'fy' },
}
/** Where the region says how a language is written. */
const REGIONS: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  4: { 1: 'zh-TW', 2: 'zh-CN', 3: 'zh-HK', 4: 'zh-SG' },
  22: { 1: 'pt-BR', 2: 'pt-PT' },
  26: { 2: 'sr-Latn', 3: 'sr' },
}

/** The tag of a language, which is in the last ten bits, the region before it; empty for an unknown one. */
export const languageOfWindows = (code: number): string => {
  const [language, region] = [code & 0x3ff, (code >>> 10) & 0x3f]
  return REGIONS[language]?.[region] ?? LANGUAGES[language] ?? ''
}
