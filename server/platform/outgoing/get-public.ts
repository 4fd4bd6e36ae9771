import type { IncomingMessage } from 'node:http'
import { type Lookup, parseTarget, requestTarget, resolveTarget, type Target, TargetError } from './public-target.ts'

const MAX_REDIRECTS = 5
/** Without a byte for so long. */
const TIMEOUT_MS = 30_000

export interface GetOptions {
  /** Private networks that may be asked too. */
  networks: readonly string[]
  /** The header that names the person, sent to this origin alone. */
  login?: { origin: string; authorization: string } | undefined
  lookup?: Lookup | undefined
}

/**
 * Gets what is at a public address. Follows redirects, each to a public address again. Throws a `TargetError` for an
 * address that may not be asked, and for an answer that isn't 200. Its body is to be read or destroyed.
 */
export const getPublic = async (address: URL, options: GetOptions): Promise<{ url: URL; body: IncomingMessage }> => {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const target = await resolveTarget(parseTarget(url.href), options.networks, options.lookup)
    const response = await ask(url, target, options)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return { url, body: response }
    response.destroy()
    const next = statusCode >= 300 && statusCode < 400 ? URL.parse(headers.location ?? '', url) : null
    if (!next) throw new TargetError(reasonOf(statusCode, url))
    url = next
  }
  throw new TargetError(`${address.host} redirects more than ${MAX_REDIRECTS} times.`)
}

const reasonOf = (status: number, { host }: URL): string =>
  status === 401 || status === 403
    ? `${host} gives this to those who are logged in alone (${status}).`
    : `${host} answered with the status ${status}.`

const ask = (url: URL, target: Target, { login }: GetOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new TargetError(`${url.host} cannot be read: ${reason}.`))
    const request = requestTarget(url, target, {
      timeout: TIMEOUT_MS,
      headers: {
        'user-agent': 'Quillhouse',
        ...(login?.origin === url.origin && { authorization: login.authorization }),
      },
    })
    request.on('response', resolve)
    request.on('timeout', () => request.destroy(new Error(`nothing came for ${TIMEOUT_MS / 1000} seconds`)))
    // Where several addresses of a host fail, the error has no words.
    request.on('error', ({ message, code }: NodeJS.ErrnoException) => fail(message || String(code)))
    request.end()
  })
