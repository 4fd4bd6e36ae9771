import { expect, test } from 'vitest'
import { cutCaption } from './cut-caption.ts'

test('recommended captions are cut at 60 characters plus an ellipsis', () => {
  expect(cutCaption('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`)
})

test('a caption of 60 characters is not cut', () => {
  expect(cutCaption('ﷺ'.repeat(60))).toBe('ﷺ'.repeat(60))
})

test('a surrogate pair is never split', () => {
  expect(cutCaption('𠮷'.repeat(80))).toBe(`${'𠮷'.repeat(60)}…`)
})
