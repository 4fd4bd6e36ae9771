import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real SMTP server with these handlers. Each may drop the connections of all clients. */
export const startFaultySmtpServer = async (handlersOf: (drop: () => void) => SMTPServerOptions) => {
  const sockets = new Set<Socket>()
  const drop = () => sockets.forEach((socket) => socket.destroy())
  const options = { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'], ...handlersOf(drop) }
  const server = new SMTPServer(options)
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: async () => {
      drop()
      await new Promise<void>((closed) => server.close(closed))
    },
  }
}
