import { expect, test } from 'vitest'
import { COMMENTS_AT_ONCE } from '#contract/comments.ts'
import type { Comment } from '#contract/comments.ts'
import { joinPages } from './use-comments.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ _id: `${from + index}` }) as Comment)
const ids = (comments: Comment[]) => comments.map(({ _id }) => _id)
const [posted] = range(151, 151) as [Comment]

test('the next page follows the last loaded comment, not a comment posted meanwhile', () => {
  expect(joinPages([range(1, COMMENTS_AT_ONCE)], [posted], 151).next).toBe('100')
})

test('a posted comment is shown last, and once when its page is loaded', () => {
  const before = joinPages([range(1, 100)], [posted], 151)
  expect(ids(before.comments)).toEqual([...ids(range(1, 100)), '151'])
  const after = joinPages([range(1, 100), range(101, 151)], [posted], 151)
  expect(ids(after.comments)).toEqual(ids(range(1, 151)))
  expect(after.next).toBeUndefined()
})

test('a comment deleted from a full page leaves the next page reachable', () => {
  expect(joinPages([range(1, 99)], [], 100).next).toBe('99')
  expect(joinPages([range(1, 99)], [], 99).next).toBeUndefined()
})
