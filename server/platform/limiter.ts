import { isIPv6 } from 'node:net'
import { Problem } from '#contract/problems.ts'

/** So many times in so many seconds. */
export interface Rate {
  max: number
  seconds: number
}

interface Window {
  count: number
  endsAt: number
}

/** Beyond so many keys the oldest windows are forgotten: an attacker's addresses can't fill the memory. */
const MAX_KEYS = 100_000

export interface Limiter {
  /** Counts one more for the key; throws a 429 that says when to come back. */
  take: (key: string, rate: Rate) => void
  /** Counts one more and tells whether it was within the rate, for answers that must not differ. */
  allows: (key: string, rate: Rate) => boolean
  /** Throws as `take` does, but counts nothing. */
  check: (key: string, rate: Rate) => void
  forget: (key: string) => void
}

/** Counts in fixed windows of the monotonic clock, in this process's memory; when it is off nothing is counted. */
export const createLimiter = (isOn: boolean): Limiter => {
  const windows = new Map<string, Window>()

  const current = (key: string, { seconds }: Rate): Window => {
    const now = performance.now()
    const known = windows.get(key)
    if (known && known.endsAt > now) return known
    const fresh = { count: 0, endsAt: now + seconds * 1000 }
    windows.delete(key)
    windows.set(key, fresh)
    for (const oldest of windows.keys()) {
      if (windows.size <= MAX_KEYS) break
      windows.delete(oldest)
    }
    return fresh
  }

  const refuse = ({ endsAt }: Window): never => {
    throw new Problem('rateLimited', { retryAfter: Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)) })
  }

  const allows: Limiter['allows'] = (key, rate) => !isOn || ++current(key, rate).count <= rate.max
  return {
    allows,
    take: (key, rate) => {
      if (!allows(key, rate)) refuse(current(key, rate))
    },
    check: (key, rate) => {
      if (isOn && current(key, rate).count >= rate.max) refuse(current(key, rate))
    },
    forget: (key) => windows.delete(key),
  }
}

/** Who an address stands for: an IPv4 address for itself, an IPv6 address for its /64, which one customer has. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter((group) => group !== '')
  const right = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
