import { afterEach, expect, test, vi } from 'vitest'
import { languageWithVoice, voicesOf } from './choose-voice.ts'

const voice = (name: string, lang: string, more: Partial<SpeechSynthesisVoice> = {}): SpeechSynthesisVoice => ({
  name,
  lang,
  voiceURI: name,
  localService: true,
  default: false,
  ...more,
})

/** As an iPhone orders some of them. */
const VOICES = [
  voice('Karen', 'en-AU'),
  voice('Daniel', 'en-GB'),
  voice('Samantha', 'en-US'),
  voice('Amélie', 'fr-CA'),
  voice('Thomas', 'fr-FR'),
  voice('Luciana', 'pt-BR'),
  voice('Joana', 'pt-PT'),
  voice('Tingting', 'zh-CN'),
  voice('Meijia', 'zh_TW_#Hant'),
]

afterEach(() => vi.unstubAllGlobals())

const firstFor = (languages: string[], language: string, voices = VOICES) => {
  vi.stubGlobal('navigator', { languages })
  return voicesOf(voices, language)[0]?.name
}

test.each([
  [['en-US'], 'en', 'Samantha'],
  [['en-GB', 'en-US'], 'en', 'Daniel'],
  [['fr', 'en-US'], 'fr', 'Thomas'],
  [['fr-CA', 'fr'], 'fr', 'Amélie'],
  [['de-DE'], 'fr', 'Thomas'],
  [['de-DE', 'pt-PT'], 'pt', 'Joana'],
  [['zh-TW'], 'zh', 'Meijia'],
  [['zh-Hans-CN'], 'zh', 'Tingting'],
  [['en-NZ'], 'en', 'Karen'],
])('a browser in %j reads %s with the voice %s first', (languages, language, name) => {
  expect(firstFor(languages, language)).toBe(name)
})

test('of one country the voice of the system is the first, and those of a server are the last', () => {
  const voices = [
    voice('Albert', 'en-US'),
    voice('Far Anna', 'en-US', { localService: false, default: true }),
    voice('Samantha', 'en-US', { default: true }),
    voice('Daniel', 'en-GB'),
  ]
  expect(firstFor(['en-US'], 'en', voices)).toBe('Samantha')
  expect(voicesOf(voices, 'en').map(({ name }) => name)).toEqual(['Samantha', 'Albert', 'Daniel', 'Far Anna'])
})

test('a voice without a language, and one of a language that nobody knows, are no ground to fail', () => {
  const voices = [voice('Blank', ''), voice('Odd', 'x-klingon_1')]
  expect([firstFor([], '', voices), firstFor(['en-US@posix'], 'x', voices)]).toEqual(['Blank', 'Odd'])
})

test.each([
  ['he', 'iw_IL'],
  ['id', 'in_ID'],
  ['nb', 'no-NO'],
  ['he', 'he-IL'],
  ['en', 'en_GB'],
])('a text in %s is read by a voice of %s, also if that was chosen by its name', (language, lang) => {
  vi.stubGlobal('navigator', { language: 'en-US', languages: ['en-US'] })
  const voices = [voice('Samantha', 'en-US'), voice('Other', 'fr-FR'), voice('Own', lang)]
  for (const name of [language, lang.slice(0, 2)]) expect(languageWithVoice(voices, name)).toBe(language)
  expect(voicesOf(voices, language).map(({ name }) => name)).toContain('Own')
})
