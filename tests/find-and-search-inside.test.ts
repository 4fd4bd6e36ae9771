import { expect, test } from 'vitest'
import { joinWords, splitPhrases, splitWords } from '#server/book-texts/split-words.ts'
import { finderOf } from '#web/reading/format/search-text.ts'

const isFoundInside = (text: string, query: string) =>
  splitPhrases(query).every((phrase) => ` ${joinWords(splitWords(text))} `.includes(` ${phrase} `))
const isMarked = (text: string, query: string) => (finderOf([query])?.(text).length ?? 0) > 0

test.each([
  ['The ﬁrst Café', ['first', 'cafe', 'CAFÉ'], ['fir', 'caf']],
  ['Łódź, Straße, Þór', ['lodz', 'strasse', 'thor'], ['lod', 'tor']],
  ['Ὀδυσσεύς', ['οδυσσευς'], ['οδυσσε']],
  ['за мужество', ['МУЖЕСТВО'], ['муж']],
  ['комп’ютер', ["комп'ютер", 'компʼютер'], ['комп-ютерна']],
  ['كَتَبَ في المدرسة', ['كتب', 'المدرسه', 'فى'], ['مدرسة', 'كت']],
  ['کتابی نوشت', ['كتابي'], ['كتاب']],
  ['خانۀ ما', ['خانه'], ['خان']],
  ['അവൻ മഴയിൽ', ['അവൻ', 'അവന്\u200d'], ['അവ']],
  ['שָׁלוֹם לכם', ['שלום'], ['שלו']],
  ['नगरी में नगर', ['नगर', 'नगरी'], ['नग']],
  ['ที่ท่าน้ำ', ['ที่', 'น้ำ', 'น\u0e4d้\u0e32'], ['ที', 'ท่าน']],
  ['ខ្មែរ', ['ខ្មែ'], ['ខ']],
  ['かぎを⽇本の', ['かぎ', '日本'], ['かき', '日の']],
  ['ｶﾞｲﾄﾞの１８９７年', ['ガイド', '1897年'], ['カイト', '897']],
  ['한국에서 왔다', ['한국', '국에'], ['한구', '서왔']],
  ['in 1897¹ 5 km²', ['1897', 'km'], ['18971', 'km2']],
])('search inside and Find have the same words in %s', (text, found, others) => {
  for (const query of found)
    expect([query, isFoundInside(text, query), isMarked(text, query)]).toEqual([query, true, true])
  for (const query of others)
    expect([query, isFoundInside(text, query), isMarked(text, query)]).toEqual([query, false, false])
})
