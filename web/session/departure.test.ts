import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { depart, takeDeparture } from './departure.ts'

/** A storage of a browser. */
const aStorage = () => {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  return Object.create(methods) as Record<string, string>
}

const localStorage = () => window.localStorage as unknown as Record<string, string>
const location = { assign: vi.fn<(url: string) => void>(), replace: vi.fn<(url: string) => void>() }

/** Another tab has the same local storage, and its own of the session. */
const openTab = (shared = aStorage()) =>
  vi.stubGlobal('window', { localStorage: shared, sessionStorage: aStorage(), location })

beforeEach(() => {
  openTab()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const urlOf = (state: string) => `https://id.example/authorize?client_id=library&state=${state}`
const answerOf = (state: string) => `provider=school&code=a%20code&state=${state}`
const school = { provider: 'The school', next: '/devices' }

test('a person comes back in the tab that the link in a mail of the provider opens', () => {
  depart({ ...school, url: urlOf('one'), secret: 'of one' })
  expect(location.assign).toHaveBeenCalledWith(urlOf('one'))
  openTab(localStorage())
  expect(takeDeparture(answerOf('one'))).toMatchObject({ ...school, secret: 'of one' })
})

test('each of two log-ins that have begun has its own secret, which is kept until it is used once', () => {
  depart({ ...school, url: urlOf('one'), secret: 'of one' })
  depart({ ...school, url: urlOf('two'), secret: 'of two' }, true)
  expect(location.replace).toHaveBeenCalledWith(urlOf('two'))
  expect(takeDeparture(answerOf('one'))?.secret).toBe('of one')
  expect(takeDeparture(answerOf('one'))).toBeUndefined()
  expect(takeDeparture(answerOf('two'))?.secret).toBe('of two')
  expect(Object.keys(localStorage())).toEqual([])
})

test.each(['', 'provider=school&error=access_denied', answerOf('foreign')])(
  'an answer that this browser has not asked for has no secret: %s',
  (answer) => {
    depart({ ...school, url: urlOf('one'), secret: 'of one' })
    expect(takeDeparture(answer)).toBeUndefined()
  },
)

test('what nobody came back for is forgotten after an hour', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  depart({ ...school, url: urlOf('one'), secret: 'of one' })
  vi.setSystemTime(Date.now() + 59 * 60_000)
  depart({ ...school, url: urlOf('two'), secret: 'of two' })
  expect(Object.keys(localStorage())).toHaveLength(2)
  vi.setSystemTime(Date.now() + 2 * 60_000)
  depart({ ...school, url: urlOf('three'), secret: 'of three' })
  expect(Object.keys(localStorage()).toSorted()).toEqual(['departure:three', 'departure:two'])
})
