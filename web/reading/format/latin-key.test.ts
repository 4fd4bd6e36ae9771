import { expect, test } from 'vitest'
import { latinKey } from './latin-key.ts'

test.each([
  ['o', 'KeyO', false, 'o'],
  ['ArrowLeft', 'ArrowLeft', false, 'ArrowLeft'],
  ['z', 'KeyY', false, 'z'],
  ['é', 'Digit2', false, 'é'],
  ['خ', 'KeyO', false, 'o'],
  ['لا', 'KeyB', false, 'b'],
  ['ظ', 'Slash', false, '/'],
  ['؟', 'Slash', true, '?'],
  ['٠', 'Digit0', false, '0'],
  ['щ', 'KeyO', false, 'o'],
  ['σ', 'KeyS', false, 's'],
  ['خ', '', false, 'خ'],
])('%s, written with %s, (shift: %s) is the key %s', (key, code, shiftKey, latin) => {
  expect(latinKey({ key, code, shiftKey })).toBe(latin)
})
