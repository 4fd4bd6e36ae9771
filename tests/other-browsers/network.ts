import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { freePort } from '#tests/free-port.ts'

const HOST = '127.0.0.1'

/** A network to a server on this machine, which can be turned off: browsers differ in how they are told to be offline. */
export const startNetwork = async (serverPort: number) => {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let listener: Server | undefined
  const pass = (client: Socket) => {
    const server = connect(serverPort, HOST)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    // A connection that breaks is ended at both sides, and is no error here.
    pipeline(client, server, client, () => undefined)
  }
  const turnOn = async () => {
    listener = createServer(pass).listen(port, HOST)
    await once(listener, 'listening')
  }
  const turnOff = async () => {
    if (!listener) return
    const closed = once(listener, 'close')
    listener.close()
    listener = undefined
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await turnOn()
  return { address: `http://${HOST}:${port}`, turnOn, turnOff }
}

export type Network = Awaited<ReturnType<typeof startNetwork>>
