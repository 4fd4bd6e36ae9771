import { expect, test } from 'vitest'
import { spreadsOf } from './spreads.ts'

const page = (side: 'left' | 'right' | 'center' | null, spread: 'auto' | 'none' = 'auto') =>
  ({ layout: 'pre-paginated', spread, side }) as const
const flowing = { layout: 'reflowable', spread: 'auto', side: null } as const

test('the pages of a fixed layout stand in pairs, the cover alone', () => {
  expect(spreadsOf([page(null), page(null), page(null), page(null)], false)).toEqual([[0], [1, 2], [3]])
})

test('pages stand on the side that they name', () => {
  expect(spreadsOf([page('right'), page('left'), page('right'), page('left')], false)).toEqual([[0], [1, 2], [3]])
  expect(spreadsOf([page('left'), page('right'), page('left')], true)).toEqual([[0], [1, 2]])
  expect(spreadsOf([page('left'), page('center'), page('left'), page('left')], false)).toEqual([[0], [1], [2], [3]])
})

test('text that flows, and pages that want no other beside them, are shown alone', () => {
  expect(spreadsOf([flowing, page('left'), flowing, page('left', 'none')], false)).toEqual([[0], [1], [2], [3]])
})
