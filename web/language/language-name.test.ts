import { expect, test } from 'vitest'
import { languageTag } from '#contract/shapes/detail-fields.ts'
import { languageName } from './language-name.ts'

test.each(['de-x-old', 'en-u-nu-latn', 'de-a-foo-x-bar'])('%s, which books may have, is shown as it is', (tag) => {
  expect(languageTag(tag)).toBe(tag)
  expect(languageName(tag)).toBe(tag)
})

test('a language of a region has its name', () => {
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese')
})
