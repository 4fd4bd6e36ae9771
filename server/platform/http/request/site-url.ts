import type { Server } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Settings } from '#server/platform/settings.ts'

/** Addresses that other devices cannot use: of this machine alone, or with a meaning only on its network link. */
const LOCAL = /^(?:127\.|::1$|::ffff:127\.|fe80:)/
const ANY_ADDRESS = ['0.0.0.0', '::']

/**
 * The address of the site, without a path, for mails, QR codes and canonical links: PUBLIC_URL, or else an address and
 * the port of the server's own sockets. It is never taken from a header, because a client chooses those.
 */
export const createSiteUrl = ({ publicUrl, port, host }: Pick<Settings, 'publicUrl' | 'port' | 'host'>) => {
  let current = publicUrl ?? urlOf(host, port)
  return {
    current: () => current,
    /**
     * Without PUBLIC_URL: uses the local address of the latest connection, because that is where the site is reached.
     * A connection from this machine itself does not count, since other devices cannot use its address.
     */
    observe: (server: Server): void => {
      if (publicUrl) return
      server.on('listening', () => {
        const bound = server.address()
        if (bound && typeof bound === 'object') current = urlOf(bound.address, bound.port)
      })
      server.on('connection', ({ localAddress, localPort }) => {
        if (localAddress && localPort && !LOCAL.test(localAddress)) current = urlOf(localAddress, localPort)
      })
    },
  }
}

export type SiteUrl = ReturnType<typeof createSiteUrl>

const urlOf = (host: string, port: number) => {
  const address = host.replace(/^::ffff:/, '')
  if (ANY_ADDRESS.includes(address)) return `http://localhost:${port}`
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
