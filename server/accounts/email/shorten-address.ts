import { networkOf } from '#server/platform/limiter.ts'

const IPV4 = /^(\d+\.\d+\.\d+)\.\d+$/
const IPV6_GROUPS = 3

/** The network of an address, such as 203.0.113.x: enough to recognise one's own, and not the address of one connection. */
export const shortenAddress = (address: string): string => {
  const network = networkOf(address)
  const prefix = IPV4.exec(network)?.[1]
  if (prefix) return `${prefix}.x`
  return network.endsWith('::/64') ? `${network.split(':').slice(0, IPV6_GROUPS).join(':')}:x` : ''
}
