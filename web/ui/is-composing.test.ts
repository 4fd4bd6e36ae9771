import { expect, test } from 'vitest'
import { isComposing } from './is-composing.ts'

test('Enter and Escape of an input method are its own, also in Safari, which ends the composition first', () => {
  expect(isComposing({ isComposing: true, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})
