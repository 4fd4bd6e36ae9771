import { expect, test } from '@playwright/test'
import { literalTexts, unseen } from '#tests/literal-texts.ts'
import { allSeen } from './seen-texts.ts'

test('every literal text of the specification was seen', () => {
  test.skip(process.env['QUILLHOUSE_ALL'] !== 'yes', 'not all tests ran')
  expect(unseen(literalTexts(), allSeen())).toEqual([])
})
