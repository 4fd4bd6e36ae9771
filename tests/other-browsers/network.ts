import { type Server, type Socket, connect, createServer } from 'node:net'
import { freePort } from '#tests/nginx.ts'

/** An address that leads to a server while the network is on. */
export const startNetwork = async (targetPort: number) => {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const on = () =>
    new Promise<void>((resolve) => {
      server = createServer((client) => {
        const target = connect(targetPort, '127.0.0.1')
        for (const [socket, other] of [
          [client, target],
          [target, client],
        ] as const) {
          sockets.add(socket)
          socket.on('error', () => other.destroy()).on('close', () => sockets.delete(socket))
        }
        client.pipe(target).pipe(client)
      }).listen(port, '127.0.0.1', resolve)
    })
  const off = () =>
    new Promise<void>((resolve) => {
      if (server) server.close(() => resolve())
      else resolve()
      for (const socket of sockets) socket.destroy()
    })
  await on()
  return { address: `http://127.0.0.1:${port}`, on, off }
}
