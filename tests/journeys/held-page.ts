import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy of the site that can hold a page behind its head, as a slow network does. */
export const startHoldingProxy = async (site: string) => {
  let held: Promise<void> | undefined
  const server = createServer((request, response) => {
    const isHeld = held !== undefined && request.url?.startsWith('/read/')
    const headers = { ...request.headers }
    if (isHeld) {
      headers['accept-encoding'] = 'identity'
      // It would be answered without a page, if the browser has it.
      delete headers['if-none-match']
    }
    const { method } = request
    const upstream = requestOf(new URL(request.url ?? '/', site), { method, headers }, async (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      if (!isHeld) return answer.pipe(response)
      const html = await textOf(answer)
      const body = html.indexOf('<body')
      response.write(html.slice(0, body))
      await held
      return response.end(html.slice(body))
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next pages of books are sent without what is behind their heads, until this is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const textOf = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray()).toString()
