import { expect, test } from 'vitest'
import { foldText } from '#contract/shapes/fold-text.ts'

const folded = (text: string) => foldText(text).text

test.each([
  ['case and accents', ['Café', 'CAFÉ', 'cafe\u0301'], 'cafe'],
  ['letters with strokes', ['Łódź Straße Æsir'], 'lodz strasse aesir'],
  ['letters of Icelandic, Sami, Hausa and Ewe', ['Þór Ŧ Ŋ Ɗan Ƙofa Ɛ ƒ'], 'thor t n dan kofa e f'],
  ['apostrophes', ["комп'ютер", 'комп’ютер', 'компʼютер'], "комп'ютер"],
  ['apostrophes of transcriptions', ["Hawai'i Qur'an", 'Hawaiʻi Qurʾān'], "hawai'i qur'an"],
  ['quotation marks and dashes', ['Don’t “go” – now'], `don't "go" - now`],
  ['width and ligatures', ['ＡＢＣ １２', 'abc 12'], 'abc 12'],
  ['ligatures', ['ﬁrst oﬃce'], 'first office'],
  ['Arabic points, shapes and strokes', ['كَتَبَ', 'كـتـب', 'ﻛﺘﺐ', 'كتب'], 'كتب'],
  ['Arabic hamza and lam-alef', ['أﻻ', 'الا'], 'الا'],
  ['letters that Arabic and Persian write otherwise', ['کتابی', 'كتابي', 'كتابى'], 'كتابي'],
  ['heh of Persian and Urdu', ['خانۀ ہے', 'خانهٔ هے', 'خانه هے'], 'خانه هے'],
  ['consonants of Malayalam', ['അവൻ മഴയിൽ', 'അവന്\u200d മഴയില്\u200d'], 'അവന് മഴയില്'],
  ['Arabic teh marbuta and wasla', ['مدرسة ٱلله', 'مدرسه الله'], 'مدرسه الله'],
  ['Hebrew points', ['שָׁלוֹם', 'שלום'], 'שלום'],
  ['Greek', ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ'], 'οδυσσευσ'],
  ['dots of capitals', ['İstanbul', 'istanbul'], 'istanbul'],
  ['places where a word may be divided', ['sea\u00adman\u200b'], 'seaman'],
  ['white space', ['a\n\u00a0 b'], 'a b'],
  ['digits of notes', ['in 1897¹ she'], 'in 1897 she'],
  ['lowered digits', ['H₂O'], 'h2o'],
  ['Hangul in parts', ['한국', '한국'.normalize('NFD')], '한국'],
  ['radicals with the shapes of letters', ['⽇本⼈ ⻅⻓', '日本人 见长'], '日本人 见长'],
  ['signs of vertical lines', ['﹁夜明け﹂︒', '「夜明け」。'], '「夜明け」。'],
  ['half-width kana', ['ｶﾞｲﾄﾞ ﾊﾟﾝ', 'ガイド パン'], 'ガイド パン'],
  ['half-width kana without signs', ['ｶｲﾄ ﾊﾝ'], 'カイト ハン'],
  ['Thai am in parts', ['น้ำ', 'น้\u0e4d\u0e32', 'น\u0e4d้\u0e32'], 'น้\u0e4d\u0e32'],
  ['Lao am in parts', ['ນ້ຳ', 'ນ\u0ecd້\u0eb2'], 'ນ້\u0ecd\u0eb2'],
  ['kana in parts', ['かぎ', 'かぎ'.normalize('NFD')], 'かぎ'],
])('%s are folded', (_, texts, expected) => {
  for (const text of texts) expect(folded(text).replace(/ +/g, ' ')).toBe(expected)
})

test.each([
  ['한국', '학교'],
  ['かき', 'かぎ'],
  ['ハ', 'パ'],
  ['كتب', 'كتبي'],
  ['مدرسة', 'مدرس'],
  ['خانه', 'خان'],
  ['അവൻ', 'അവന'],
  ['ʰa', 'ha'],
  ['ｶｷﾞ', 'カキ'],
  ['น้ำ', 'นำ'],
  ['น้ำ', 'น้า'],
  ['कि', 'का'],
  ['लेकर', 'लकर'],
  ['ที่', 'ทำ'],
  ['ကို', 'က'],
])('%s and %s are other words', (one, other) => {
  expect(folded(one)).not.toBe(folded(other))
})

test('each character is known to come from its place', () => {
  for (const text of ['ﬁne İstanbul', 'a\n\nb', 'שָׁלוֹם x', '\u{1f56f}é', 'oﬃce ½', '한국'.normalize('NFD')]) {
    const { text: found, starts } = foldText(text)
    expect(starts).toHaveLength(found.length + 1)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
    expect(starts.at(-1)).toBe(text.length)
  }
  const { text, starts } = foldText('the ﬁrst שָׁלוֹם')
  const at = text.indexOf('שלום')
  expect('the ﬁrst שָׁלוֹם'.slice(starts[at], starts[at + 4])).toBe('שָׁלוֹם')
})
