import { lookup as dnsLookup } from 'node:dns/promises'
import { type ClientRequest, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { matcherOf } from '#server/platform/trusted-networks.ts'

/** Thrown with a sentence for the administrator, if a request must not be sent to an address. */
export class TargetError extends Error {
  override name = 'TargetError'
}

interface Address {
  address: string
  family: number
}

/** The addresses of a host: one that can't be reached from here, as of IPv6 where there is none, is passed over. */
export type Target = [Address, ...Address[]]

export type Lookup = (host: string) => Promise<Address[]>

const LOOKUP_MS = 3000
/** Those of IPv4 that are no public hosts: https://www.iana.org/assignments/iana-ipv4-special-registry */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** The public addresses of IPv6, without the special ones among them: those that carry addresses of IPv4 or are for documents. */
const GLOBAL_IPV6 = ['2000::/3']
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const isSpecial = matcherOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const isGlobalIpv6 = matcherOf(GLOBAL_IPV6)
const isPublic = ({ address, family }: Address) => !isSpecial(address) && (family === 4 || isGlobalIpv6(address))

const lookupAll: Lookup = (host) => dnsLookup(host, { all: true })

/** The URL, if it has the form of one that a webhook may have. Throws a `TargetError`. */
export const parseTarget = (text: string): URL => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TargetError('Please enter an address that begins with https://')
  if (url.username || url.password) throw new TargetError('The address must not contain a password.')
  return url
}

/**
 * Where to connect to for a URL: resolved once, so that what is checked is what is connected to. Every address of the
 * host must be public or in `networks`, which `setting` names; plain http is for those networks only. Throws a
 * `TargetError`.
 */
export const resolveTarget = async (
  url: URL,
  networks: readonly string[],
  lookup: Lookup = lookupAll,
  setting: 'WEBHOOK_NETWORKS' | 'OIDC_NETWORKS' = 'WEBHOOK_NETWORKS',
): Promise<Target> => {
  const isNear = matcherOf(networks)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && networks.length === 0)
    throw new TargetError('Please enter an address that begins with https://')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookUp(host, lookup)
  const [first, ...others] = found
  if (!first) throw new TargetError(`The host ${host} was not found.`)
  if (!found.every((target) => isPublic(target) || isNear(target.address)))
    throw new TargetError(`This is an address in a private network. ${setting} can allow it.`)
  if (url.protocol === 'http:' && !found.every(({ address }) => isNear(address)))
    throw new TargetError('Please enter an address that begins with https://')
  return [first, ...others]
}

const lookUp = async (host: string, lookup: Lookup): Promise<Address[]> => {
  const timer = new AbortController()
  try {
    return await Promise.race([
      lookup(host),
      pause(LOOKUP_MS, [], { signal: timer.signal, ref: false }).then((): Address[] => []),
    ])
  } catch {
    return []
  } finally {
    timer.abort()
  }
}

/** A request to the addresses that were resolved before: what was checked is what is connected to. It is not sent yet. */
export const requestTarget = (url: URL, target: Target, options: RequestOptions): ClientRequest => {
  const [{ address, family }] = target
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    ...options,
    agent: false,
    lookup: (_host, { all }, done) => (all ? done(null, target) : done(null, address, family)),
  })
  // Otherwise a request whose host changes the protocol would have neither an answer nor an error.
  return request.on('upgrade', (_response, socket) => {
    socket.destroy()
    request.emit('error', Object.assign(new Error('the host has changed the protocol'), { code: 'ECONNRESET' }))
  })
}
