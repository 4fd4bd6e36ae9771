import { expect, test, vi } from 'vitest'

test('a signal of several is aborted with the first of them, and for its reason', async () => {
  vi.stubGlobal('AbortSignal', class {})
  await import('./abort-signal-any.ts')
  const [one, other, late] = [new AbortController(), new AbortController(), new AbortController()]
  const signal = AbortSignal.any([one.signal, other.signal])
  expect(signal.aborted).toBe(false)
  other.abort('first')
  one.abort('second')
  expect([signal.aborted, signal.reason]).toEqual([true, 'first'])
  expect(AbortSignal.any([late.signal, other.signal]).reason).toBe('first')
  expect(AbortSignal.any([]).aborted).toBe(false)
  vi.unstubAllGlobals()
})
