import { expect, test } from 'vitest'
import { ApiError } from '#contract/api/api-error.ts'
import { PAGE_PROBLEMS } from '#contract/api/page-problems.ts'
import { Problem } from '#contract/api/problems.ts'
import { withWords } from './refused-before.ts'

test('a file that something in front of the library refuses is told as such, and one that the library refuses by its words', () => {
  expect(withWords(new ApiError(413, {}))).toMatchObject({
    status: 413,
    message: PAGE_PROBLEMS.uploadRefusedBefore.message,
  })
  for (const thrown of [new Problem('tooLarge'), new ApiError(500, {}), new TypeError('Failed to fetch')])
    expect(withWords(thrown)).toBe(thrown)
})
