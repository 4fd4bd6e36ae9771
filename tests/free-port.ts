import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine on which nothing listens, nor on the `count - 1` ports after it. */
export const freePort = async (count = 1): Promise<number> => {
  // Below the ports that systems give to outgoing connections: one of these may take it before it is used.
  const first = randomInt(12_000, 29_000)
  const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)))
  return free.every(Boolean) ? first : freePort(count)
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isListening) return false
  server.close()
  await once(server, 'close')
  return true
}
