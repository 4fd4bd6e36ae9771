import { expect, test } from 'vitest'
import { languageOf, likelyLanguages } from './language-of.ts'

test.each([
  ['en', 'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do.'],
  [
    'de',
    'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett, und das war nicht gut.',
  ],
  [
    'fr',
    'Longtemps, je me suis couché de bonne heure, et les yeux se fermaient dans le noir, si vite que le sommeil est venu.',
  ],
  [
    'es',
    'En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo de los de lanza.',
  ],
  ['it', 'Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura, che la diritta via era smarrita.'],
  ['ru', 'Все счастливые семьи похожи друг на друга.'],
  ['uk', 'Як умру, то поховайте мене на могилі, серед степу широкого, на Вкраїні милій.'],
  ['ja', '吾輩は猫である。名前はまだ無い。'],
  ['zh', '道可道，非常道。名可名，非常名。'],
  ['fa', 'روزی روزگاری در شهری دور پادشاهی زندگی می‌کرد که سه پسر داشت.'],
  ['ur', 'ایک دفعہ کا ذکر ہے کہ کسی گاؤں میں ایک بوڑھا کسان رہتا تھا۔'],
  ['ar', 'سافر جورج واشنطن إلى چيكوسلوفاكيا ثم عاد إلى بلاده بعد عام واحد'],
  ['hi', 'व्यापारी तीन किताबें लेकर चला'],
  ['bn', 'ভোরে জাহাজ বন্দরে পৌঁছাল'],
  ['ta', 'கப்பல் விடியலில் துறைமுகத்தை அடைந்தது'],
  ['th', 'เรือมาถึงท่าตอนรุ่งสาง'],
  ['km', 'កប៉ាល់បានមកដល់កំពង់ផែ'],
  ['ar', 'كان يا ما كان في قديم الزمان'],
])('%s', (language, text) => {
  expect(languageOf(text)).toBe(language)
})

const DANISH = 'Der var engang en prins, han ville have sig en prinsesse, men det skulle være en rigtig prinsesse.'
const NORWEGIAN = 'Det var en gang en konge som hadde hørt om en ting som var så underlig at den ikke kunne finnes.'
const CZECH = 'A to se na něj dívá a že to je do všech domů, a on to ví a jde do lesa.'
const TURKISH = 'Bir varmış bir yokmuş, evvel zaman içinde kalbur saman içinde bir padişah varmış.'
const ENGLISH = 'It was the first of the nights that he was to keep the lamp for his sister.'

test.each([
  ['da', DANISH, ['da', 'sv']],
  ['nb', NORWEGIAN, ['nb', 'sv']],
  ['cs', CZECH, ['cs', 'pl']],
  ['tr', TURKISH, ['tr']],
  ['mr', 'व्यापारी तीन किताबें लेकर चला', ['mr', 'hi']],
  ['bg', 'Имало едно време един цар, който имал трима сина.', ['bg', 'ru']],
  [undefined, DANISH, ['sv']],
  // As a program writes it that does not know better.
  ['en', DANISH, ['sv']],
  ['en', TURKISH, []],
  ['da', ENGLISH, ['en']],
  ['fi', ENGLISH, ['en']],
  ['de', ENGLISH, ['en']],
])('of a book that says %s, "%s" may be in %j', (ofBook, text, languages) => {
  expect(likelyLanguages(text, ofBook)).toEqual(languages)
})

test('a text with few known words has none', () => {
  expect(languageOf('Chapter XII Rosa Ansel Ida Fenn')).toBeUndefined()
  expect(languageOf('1 2 3')).toBeUndefined()
})
