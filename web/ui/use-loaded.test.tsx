// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLastLoaded, useLoaded } from './use-loaded.ts'

const openLoads = () => {
  const ends = new Map<string, { resolve: (value: string) => void; reject: () => void }>()
  const load = (input: string) =>
    new Promise<string>((resolve, reject) => ends.set(input, { resolve, reject: () => reject(new Error(input)) }))
  const end = (input: string) => act(async () => ends.get(input)?.resolve(`value of ${input}`))
  const fail = (input: string) => act(async () => ends.get(input)?.reject())
  return { load, end, fail }
}

test('what was loaded for another input is not shown for this one', async () => {
  const { load, end } = openLoads()
  const { result, rerender } = renderHook(({ input }) => useLoaded(input, load), {
    initialProps: { input: 'a' as string | undefined },
  })
  expect(result.current).toBeUndefined()
  await end('a')
  expect(result.current).toBe('value of a')
  rerender({ input: 'b' })
  expect(result.current).toBeUndefined()
  await end('b')
  expect(result.current).toBe('value of b')
  rerender({ input: undefined })
  expect(result.current).toBeUndefined()
})

test('what comes too late is ignored', async () => {
  const { load, end } = openLoads()
  const { result, rerender } = renderHook(({ input }) => useLoaded(input, load), { initialProps: { input: 'a' } })
  rerender({ input: 'b' })
  await end('b')
  await end('a')
  expect(result.current).toBe('value of b')
})

test('another way to load is asked again', async () => {
  const { load, end } = openLoads()
  const other = openLoads()
  const { result, rerender } = renderHook((way) => useLoaded('a', way), { initialProps: load })
  await end('a')
  rerender(other.load)
  expect(result.current).toBeUndefined()
  await other.end('a')
  expect(result.current).toBe('value of a')
})

test('a failure leaves nothing', async () => {
  const { load, end, fail } = openLoads()
  const { result, rerender } = renderHook(({ input }) => useLoaded(input, load), { initialProps: { input: 'a' } })
  await end('a')
  rerender({ input: 'b' })
  await fail('b')
  expect(result.current).toBeUndefined()
})

test('where it may stay, the last value stays until the next is there', async () => {
  const { load, end } = openLoads()
  const { result, rerender } = renderHook(({ input }) => useLastLoaded(input, load), { initialProps: { input: 'a' } })
  await end('a')
  rerender({ input: 'b' })
  expect(result.current).toBe('value of a')
  await end('b')
  expect(result.current).toBe('value of b')
})
