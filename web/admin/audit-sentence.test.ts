import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin.ts'
import { sentenceOf, wordsOf } from './audit-sentence.ts'

const changed = (field: string, before: string, after: string): AuditEntry => ({
  _id: '1',
  at: '2026-11-20T09:30:00.000Z',
  admin: 'Ida Fenn',
  action: 'change book',
  kind: 'book',
  id: '2',
  name: before,
  changes: [{ field, before, after }],
})

test('a new title with an ellipsis is whole', () => {
  const { before, after } = sentenceOf(changed('title', 'Night', 'Night… and day'))
  expect([before, after]).toEqual(['renamed', 'to “Night… and day”'])
})

test.each([
  ['language', 'de', 'pt-BR', 'German', 'Brazilian Portuguese'],
  ['languages', 'en, de', 'en', 'English, German', 'English'],
  ['genre', 'Mystery', 'Poetry', 'Mystery', 'Poetry'],
  ['makeApp', 'on', 'off', 'The site makes it, with its name and its address', 'Off'],
])('the values of %s are said as they are elsewhere', (field, from, to, before, after) => {
  expect(wordsOf(changed(field, from, to))).toMatchObject([{ before, after }])
})
