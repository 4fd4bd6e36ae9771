import { expect, test } from 'vitest'
import { ENGLISH, languageOf } from '#contract/shapes/languages.ts'
import { ENGLISH_ALONE, textsIn } from '#server/platform/language/texts.ts'
import { reasonIn } from './reason-in.ts'

test('the reason of a report is in the language of a mail, and a moderator’s words stay as they are', async () => {
  const german = await textsIn(languageOf('de') ?? ENGLISH)
  const spam = german.sentence('Spam or advertising')
  expect(spam).not.toBe('Spam or advertising')
  expect(reasonIn(german, 'Spam or advertising')).toBe(spam)
  expect(reasonIn(german, 'Spam or advertising: It sells soap: twice.')).toBe(`${spam}: It sells soap: twice.`)
  expect(reasonIn(german, 'It sells soap.')).toBe('It sells soap.')
  expect(reasonIn(ENGLISH_ALONE, 'Spam or advertising')).toBe('Spam or advertising')
})
