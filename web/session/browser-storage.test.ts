import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored, storedKeys, writeStored } from './browser-storage.ts'

/** A storage with room for so many values, whose entries are its properties as in browsers. */
const storageFor = (room: number) => {
  const values: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      if (!(key in values) && Object.keys(values).length >= room) throw new DOMException('', 'QuotaExceededError')
      values[key] = value
    },
    removeItem: (key: string) => delete values[key],
  }
  return Object.setPrototypeOf(values, methods) as typeof values & typeof methods
}

let localStorage: ReturnType<typeof storageFor>

beforeEach(() => {
  localStorage = storageFor(1)
  vi.stubGlobal('window', { localStorage, sessionStorage: storageFor(1) })
})
afterEach(() => {
  for (const key of storedKeys('localStorage', '')) writeStored('localStorage', key, null)
  vi.unstubAllGlobals()
})

test('what a full disk does not take is there as long as the page', () => {
  expect(writeStored('localStorage', 'a:1', 'one')).toBe(true)
  expect(writeStored('localStorage', 'a:2', 'two')).toBe(false)
  expect(readStored('localStorage', 'a:2')).toBe('two')
  expect(storedKeys('localStorage', 'a:').toSorted()).toEqual(['a:1', 'a:2'])
  expect([readStored('sessionStorage', 'a:2'), storedKeys('sessionStorage', 'a:')]).toEqual([null, []])
})

test('it is stored once there is room', () => {
  writeStored('localStorage', 'a:1', 'one')
  writeStored('localStorage', 'a:2', 'two')
  writeStored('localStorage', 'a:1', null)
  expect(writeStored('localStorage', 'a:2', 'three')).toBe(true)
  expect(localStorage['a:2']).toBe('three')
  expect(readStored('localStorage', 'a:2')).toBe('three')
  writeStored('localStorage', 'a:2', null)
  expect(readStored('localStorage', 'a:2')).toBeNull()
})

test('where storage is blocked, values live as long as the page', () => {
  vi.stubGlobal('window', {
    get localStorage(): never {
      throw new DOMException('', 'SecurityError')
    },
  })
  expect(writeStored('localStorage', 'token', 'one')).toBe(false)
  expect(readStored('localStorage', 'token')).toBe('one')
  expect(storedKeys('localStorage', 'to')).toEqual(['token'])
  writeStored('localStorage', 'token', null)
  expect(readStored('localStorage', 'token')).toBeNull()
})
