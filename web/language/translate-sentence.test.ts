import { expect, test } from 'vitest'
import { toSentences, translateBy } from './translate-sentence.ts'

const sentences = toSentences({
  'Wrong email or password.': 'E-Mail oder Passwort stimmt nicht.',
  'This has at most {0} characters.': 'Höchstens {0} Zeichen.',
  '{0} at most {1} characters': '{0} höchstens {1} Zeichen haben',
  'The subtitle has': 'Der Untertitel darf',
})

test.for([
  ['Wrong email or password.', 'E-Mail oder Passwort stimmt nicht.'],
  ['This has at most 40 characters.', 'Höchstens 40 Zeichen.'],
  ['The subtitle has at most 200 characters', 'Der Untertitel darf höchstens 200 Zeichen haben'],
  ['This has at most מעט characters.', 'Höchstens \u2068מעט\u2069 Zeichen.'],
  ['Something else.', 'Something else.'],
  ['This has at most (40) characters.', 'Höchstens (40) Zeichen.'],
])('%s', ([english = '', text]) => {
  expect(translateBy(sentences, english)).toBe(text)
})
