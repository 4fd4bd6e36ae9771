import { isIPv6 } from 'node:net'
import { Problem } from '#contract/api/problems.ts'
import type { TrustedNetworks } from './trusted-networks.ts'

/** At most `max` calls in `seconds`. */
export interface Rate {
  max: number
  seconds: number
}

interface Window {
  count: number
  endsAt: number
}

/** The maximum of keys; beyond it the oldest windows are dropped, so that an attacker's addresses can't fill the memory. */
const MAX_KEYS = 100_000

/** How much wider the rates of an address are in a trusted network, which is a school or a library, not one person. */
const TRUSTED_FACTOR = 40

export interface Limiter {
  /** Counts a call of an address like `take`: the addresses of one network together, and wider in a trusted network. */
  takeByAddress: (name: string, address: string, rate: Rate) => void
  /** The key and the rate by which `takeByAddress` counts. */
  byAddress: (name: string, address: string, rate: Rate) => [key: string, rate: Rate]
  isTrusted: (address: string) => boolean
  /** Counts a call of the key, and throws a 429 with Retry-After beyond the rate. */
  take: (key: string, rate: Rate) => void
  /** Counts a call and returns whether it was within the rate, for responses that must not differ. */
  allows: (key: string, rate: Rate) => boolean
}

/**
 * Counts in fixed windows of the monotonic clock, in this process's memory; if `isOn` is false nothing is counted. Several
 * processes allow as many times the rate: those that guard secrets and cost are counted by `SharedRates`.
 */
export const createLimiter = (isOn: boolean, networks?: Pick<TrustedNetworks, 'includes'>): Limiter => {
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

  const reject = ({ endsAt }: Window): never => {
    throw new Problem('rateLimited', { retryAfter: Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)) })
  }

  const allows: Limiter['allows'] = (key, rate) => !isOn || ++current(key, rate).count <= rate.max
  const take: Limiter['take'] = (key, rate) => {
    if (!allows(key, rate)) reject(current(key, rate))
  }
  const isTrusted = (address: string) => networks?.includes(address) ?? false
  const byAddress = (name: string, address: string, { max, seconds }: Rate): [string, Rate] => [
    `${name} ${networkOf(address)}`,
    { max: isTrusted(address) ? max * TRUSTED_FACTOR : max, seconds },
  ]
  return {
    allows,
    take,
    takeByAddress: (name, address, rate) => {
      if (isOn) take(...byAddress(name, address, rate))
    },
    isTrusted,
    byAddress,
  }
}

/** As some proxies tell of a client, such as Azure's: with the port, which is another one for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/

/** The network that is counted as one client: an IPv4 address itself, or the /64 of an IPv6 address. */
export const networkOf = (given: string): string => {
  if (!given.includes(':')) return given
  const [, ipv4, ipv6] = WITH_PORT.exec(given) ?? []
  const address = ipv4 ?? ipv6 ?? given
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter((group) => group !== '')
  const right = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
