import { expect, test } from 'vitest'
import { toSentences, translateBy } from './translate-sentence.ts'

const sentences = toSentences({
  'Wrong email or password.': 'E-Mail oder Passwort stimmt nicht.',
  'This has at most {0} characters.': 'Höchstens {0} Zeichen.',
  '{0} at most {1} characters': '{0} höchstens {1} Zeichen haben',
  'The subtitle has': 'Der Untertitel darf',
  'It has no file.': 'Es hat keine Datei.',
  'There is no folder {0}.': 'Einen Ordner {0} gibt es nicht.',
  'The chapter “{0}” {1}: {2}.': 'Das Kapitel „{0}“ {1}: {2}.',
  'was left out': 'fehlt',
  'the file is damaged': 'die Datei ist beschädigt',
  'it is no XHTML (line {0}: {1})': 'sie ist kein XHTML (Zeile {0}: {1})',
  'Left out: {0}.': 'Weggelassen: {0}.',
  'Left out: {0} and {1} more.': 'Weggelassen: {0} und {1} weitere.',
  'the end of the title, after {0} characters': 'der Titel nach {0} Zeichen',
  'the tag “{0}”': 'das Schlagwort „{0}“',
})

test.for([
  ['Wrong email or password.', 'E-Mail oder Passwort stimmt nicht.'],
  ['This has at most 40 characters.', 'Höchstens 40 Zeichen.'],
  ['The subtitle has at most 200 characters', 'Der Untertitel darf höchstens 200 Zeichen haben'],
  ['This has at most מעט characters.', 'Höchstens \u2068מעט\u2069 Zeichen.'],
  ['Something else.', 'Something else.'],
  ['This has at most (40) characters.', 'Höchstens (40) Zeichen.'],
  ['It has no file. There is no folder b.', 'Es hat keine Datei. Einen Ordner b gibt es nicht.'],
  ['There is no folder b. It has no file.', 'Einen Ordner b gibt es nicht. Es hat keine Datei.'],
  ['The chapter “a” was left out: the file is damaged.', 'Das Kapitel „a“ fehlt: die Datei ist beschädigt.'],
  [
    'The chapter “b” was left out: it is no XHTML (line 7: no end).',
    'Das Kapitel „b“ fehlt: sie ist kein XHTML (Zeile 7: no end).',
  ],
  ['Left out: the tag “a, b”.', 'Weggelassen: das Schlagwort „a, b“.'],
  [
    'Left out: the end of the title, after 200 characters, the tag “a, b”, the tag “c” and 3 more.',
    'Weggelassen: der Titel nach 200 Zeichen, das Schlagwort „a, b“ and das Schlagwort „c“ und 3 weitere.',
  ],
  ['There is no folder Dr. Who.', 'Einen Ordner Dr. Who gibt es nicht.'],
])('%s', ([english = '', text]) => {
  expect(translateBy(sentences, english)).toBe(text)
})
