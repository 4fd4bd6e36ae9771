import { BlockList, isIPv6 } from 'node:net'

const REFRESH_MS = 1000
/** The names that TRUSTED_PROXIES accepts for ranges. */
const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Tests whether an address is in one of these ranges, each an address, a CIDR range or a name. */
export const matcherOf = (ranges: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const range of ranges.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** The networks that an administrator trusts: many people share their addresses, such as a school's. */
export interface TrustedNetworks {
  includes: (address: string) => boolean
  /** From now on they are read here, at most once a second. Resolves after the first time. */
  useSource: (read: () => Promise<readonly string[]>) => Promise<void>
  /** Reads them after a change. */
  refresh: () => Promise<void>
}

export const createTrustedNetworks = (): TrustedNetworks => {
  let matches: (address: string) => boolean = () => false
  let source: (() => Promise<readonly string[]>) | undefined
  let readAt = 0

  const refresh = async () => {
    readAt = performance.now()
    if (source) matches = matcherOf(await source())
  }
  return {
    includes: (address) => {
      // Without the database the last networks stay.
      if (source && performance.now() - readAt > REFRESH_MS) refresh().catch(() => {})
      return matches(address)
    },
    useSource: (read) => {
      source = read
      return refresh()
    },
    refresh,
  }
}

/** Whether many people may be behind an address: this machine, a proxy, or a trusted network. */
export const isWideAddress = ({
  settings,
  trustedNetworks,
}: {
  settings: { trustedProxies: readonly string[] }
  trustedNetworks: TrustedNetworks
}) => {
  const isNear = matcherOf(['loopback', ...settings.trustedProxies])
  return (address: string): boolean => isNear(address) || trustedNetworks.includes(address)
}
