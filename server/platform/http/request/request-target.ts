import type { IncomingMessage } from 'node:http'

const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i

/** Rewrites an absolute target, as clients send it to a proxy, to a path and its host: all rules are about paths. */
export const toPath = (request: IncomingMessage): void => {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const [, host, path = ''] = ABSOLUTE.exec(url) ?? []
  if (host === undefined) return
  request.url = path.startsWith('/') ? path : `/${path}`
  request.headers.host = host
}

/** How often a header was sent; Node merges or drops repeated ones. `name` is in lower case. */
export const countOf = ({ rawHeaders }: IncomingMessage, name: string): number => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? ''
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1
  }
  return count
}

/** Whether a Host header names a host and nothing else of an address. */
export const isHost = (host: string): boolean => /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
