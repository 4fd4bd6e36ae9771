import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

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

test('a text with few known words has none', () => {
  expect(languageOf('Chapter XII Rosa Ansel Ida Fenn')).toBeUndefined()
  expect(languageOf('1 2 3')).toBeUndefined()
})
