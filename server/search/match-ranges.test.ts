import { expect, test } from 'vitest'
import { type Mark, matchRanges } from './match-ranges.ts'

/** The text with its matches in brackets. */
const bracketed = (text: string, ...marks: Mark[]) =>
  matchRanges(text, marks)
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`, text)

const word = (text: string): Mark => ({ text, is: 'word' })
const beginning = (text: string): Mark => ({ text, is: 'beginning' })
const part = (text: string): Mark => ({ text, is: 'part' })

test.each<[what: string, text: string, marks: Mark[], expected: string]>([
  ['whole words', 'The Sea, the Sea', [word('sea')], 'The [Sea], the [Sea]'],
  ['no other words that begin with them', 'Seaside', [word('sea')], 'Seaside'],
  ['the beginning of an unfinished word', 'To the Lighthouse', [beginning('lig')], 'To the [Lig]hthouse'],
  ['a part of a word', 'Der Zauberberg', [part('berg')], 'Der Zauber[berg]'],
  ['several words', 'Virginia Woolf', [word('woolf'), beginning('v')], '[V]irginia [Woolf]'],
  ['words that touch as one', 'aa bb', [word('aa'), part('a')], '[aa] bb'],
  ['letters with accents', 'Les Misérables', [beginning('mise')], 'Les [Misé]rables'],
  ['letters with separate accents', 'Les Mise\u0301rables', [beginning('mise')], 'Les [Mise\u0301]rables'],
  ['letters for letters with accents', 'Preacher', [word('prëàcher')], '[Preacher]'],
  ['one letter for two', 'Straße', [word('strasse')], '[Straße]'],
  ['a half of it as a whole', 'Straße', [beginning('stras')], '[Straß]e'],
  ['letters without a decomposition', 'Łukasz Đorđević', [word('lukasz'), word('dordevic')], '[Łukasz] [Đorđević]'],
  ['words without their apostrophe', 'Don’t Waste', [word('dont')], '[Don’t] Waste'],
  ['initials', 'J.R.R. Tolkien', [word('jrr')], '[J.R.R]. Tolkien'],
  ['words without their hyphen', 'Spider-Man', [beginning('spiderm')], '[Spider-M]an'],
  ['pairs of characters', '吾輩は猫である', [part('輩は'), part('は猫')], '吾[輩は猫]である'],
  ['characters beside digits', 'Pandora 1巻', [word('1'), part('巻')], 'Pandora [1巻]'],
  ['Arabic letters in another form', 'أحببتك أكثر', [word('احببتك')], '[أحببتك] أكثر'],
  ['Greek', 'Όμηρος', [word('ομηροσ')], '[Όμηρος]'],
  ['Hangul', '한국어 사전', [word('한국어')], '[한국어] 사전'],
  ['symbols', '100% Wool', [{ text: '100%', is: 'text' }], '[100%] Wool'],
  ['after an emoji', '📚 Stories 📚', [{ text: '📚', is: 'text' }, word('stories')], '[📚] [Stories] [📚]'],
  ['nothing for a blank mark', 'Stories', [part(' '), part('\u0301')], 'Stories'],
])('marks %s', (_, text, marks, expected) => {
  expect(bracketed(text, ...marks)).toBe(expected)
})
