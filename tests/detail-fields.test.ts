import { expect, test } from 'vitest'
import { parse } from 'zod/v4/core'
import { DetailsForm } from '#contract/shapes/book-details.ts'
import { isbn13, languageTag, licenceUrl, tagKey } from '#contract/shapes/detail-fields.ts'

test.each([
  ['978-3-16-148410-0', '9783161484100'],
  ['9791090636071', '9791090636071'],
  ['0-306-40615-2', '9780306406157'],
  ['080442957x', '9780804429573'],
  ['9783161484101', undefined],
  ['0306406153', undefined],
  ['9773161484100', undefined],
  ['12345', undefined],
])('an ISBN is checked and has 13 digits: %s', (typed, isbn) => {
  expect(isbn13(typed)).toBe(isbn)
})

test.each([
  ['DE-at', 'de-AT'],
  ['zh-hant', 'zh-Hant'],
  ['german', undefined],
  ['de_AT', undefined],
  ['', undefined],
])('a language is a tag in its canonical form: %s', (typed, tag) => {
  expect(languageTag(typed)).toBe(tag)
})

test.each([
  ['Sea, Lamps & light', ['Sea', 'Lamps & light']],
  ['科幻，爱情', ['科幻', '爱情']],
  ['海、ランプ', ['海', 'ランプ']],
  ['بحر، مصابيح', ['بحر', 'مصابيح']],
  ['1.000 Nights; more', ['1.000 Nights; more']],
])('the tags in %s are %j', (typed, tags) => {
  expect(parse(DetailsForm, { tags: typed }).tags).toEqual(tags)
})

test('spellings of a tag have one key', () => {
  expect(tagKey('  Sea \t Stories ')).toBe('sea stories')
  expect(tagKey('ＳＥＡ')).toBe(tagKey('sea'))
})

test('a licence has the address of its text', () => {
  expect(licenceUrl('cc-by-nc-sa')).toBe('https://creativecommons.org/licenses/by-nc-sa/4.0/')
  expect(licenceUrl('cc0')).toBe('https://creativecommons.org/publicdomain/zero/1.0/')
  expect(licenceUrl('all-rights-reserved')).toBeUndefined()
})
