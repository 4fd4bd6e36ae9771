import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '#server/platform/limiter.ts'

/** Connections of one address. A browser opens six; whole networks and benches are behind a wide address. */
const MAX_CONNECTIONS = { ordinary: 512, wide: 2048 }
/** A response of which the client has read nothing for so long is ended. */
const STALLED_MS = 30_000
const WATCH_MS = 5000
/** A request whose body is not complete after this time is ended. Longer than the 180 seconds of an upload. */
const REQUEST_MS = 200_000
const LONG_UPLOAD_MARGIN_MS = 20_000

/** The requests that may take longer, in milliseconds. */
const longRequests = new WeakMap<IncomingMessage, number>()

/** Lets the body of a request take as long as its upload may. */
export const allowLongUpload = (request: IncomingMessage, uploadMs: number) =>
  longRequests.set(request, uploadMs + LONG_UPLOAD_MARGIN_MS)

/** While the server closes: a request may already be on its way on an idle connection. */
const CLOSING_IDLE_MS = 1000
/** While the server closes: a connection on which the client neither sends nor reads is ended. */
const CLOSING_STALLED_MS = 3000
const CLOSING_WATCH_MS = 200
/** As many connections as the kernel lets wait to be accepted: what Node asks for, and one. */
const MAX_WAITING = 512
/** In a shorter turn of the event loop hardly a connection arrives. */
const SHORT_TURN_MS = 0.1

interface Connection {
  network: string
  request?: IncomingMessage
  response?: ServerResponse
  /** When the request was received. */
  requestedAt: number
  /** The bytes of both directions when they last changed, and when that was. */
  bytes: number
  changedAt: number
}

export interface Connections {
  /** How many are open, and how many requests they have sent. */
  counts: () => { open: number; requests: number }
  /** To be called with each request. */
  note: (request: IncomingMessage, response: ServerResponse) => void
}

interface Options {
  /** Whether many people share the address. */
  isWide: (address: string) => boolean
  stalledMs?: number
  requestMs?: number
}

/**
 * Limits the connections of an address, ends those whose client does not read its response or sends its request for too long, and
 * lets no silent client delay the end of the server.
 */
export const limitConnections = (
  app: FastifyInstance,
  { isWide, stalledMs = STALLED_MS, requestMs = REQUEST_MS }: Options,
): Connections => {
  const connections = new Map<Socket, Connection>()
  const countOf = new Map<string, number>()
  let requests = 0

  app.server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket
    const network = networkOf(address)
    const count = (countOf.get(network) ?? 0) + 1
    if (count > (isWide(address) ? MAX_CONNECTIONS.wide : MAX_CONNECTIONS.ordinary)) return socket.destroy()
    countOf.set(network, count)
    connections.set(socket, { network, bytes: 0, changedAt: performance.now(), requestedAt: 0 })
    return socket.once('close', () => {
      connections.delete(socket)
      const left = (countOf.get(network) ?? 1) - 1
      if (left > 0) countOf.set(network, left)
      else countOf.delete(network)
    })
  })

  /** For how long the client has neither sent nor read anything. */
  const stalledFor = (socket: Socket, connection: Connection, now: number) => {
    const bytes = socket.bytesRead + socket.bytesWritten
    if (bytes !== connection.bytes) {
      connection.bytes = bytes
      connection.changedAt = now
    }
    return now - connection.changedAt
  }

  const isLate = ({ request, requestedAt }: Connection, now: number) =>
    request !== undefined && !request.complete && now - requestedAt > (longRequests.get(request) ?? requestMs)

  const endLate = () => {
    const now = performance.now()
    for (const [socket, connection] of connections) {
      const isStalled = stalledFor(socket, connection, now) >= stalledMs && waitsForReader(socket, connection)
      if (isStalled || isLate(connection, now)) socket.destroy()
    }
  }

  const endSilent = (closingAt: number) => {
    const now = performance.now()
    for (const [socket, connection] of connections) {
      const isStalled = stalledFor(socket, connection, now) >= CLOSING_STALLED_MS
      const isIdle = !isBusy(connection) && now - closingAt >= CLOSING_IDLE_MS
      if (isIdle || (isStalled && waitsForClient(socket, connection))) socket.destroy()
    }
  }

  const watch = setInterval(endLate, Math.min(WATCH_MS, stalledMs, requestMs)).unref()
  app.addHook('preClose', async () => {
    clearInterval(watch)
    const closingAt = performance.now()
    const closing = setInterval(() => endSilent(closingAt), CLOSING_WATCH_MS)
    app.server.once('close', () => clearInterval(closing))
    if (app.server.listening) await acceptWaiting(app.server)
  })

  return {
    counts: () => ({ open: connections.size, requests }),
    note: (request, response) => {
      requests += 1
      const connection = connections.get(request.socket)
      if (!connection) return
      connection.request = request
      connection.response = response
      connection.requestedAt = performance.now()
    },
  }
}

/**
 * Stops to listen when no connection waits to be accepted: the kernel would reset it, and its client, whose request is sent,
 * cannot know whether it was carried out. The event loop accepts one in each turn, the oldest first, so those that wait now
 * are accepted after as many turns as can wait, however busy the machine is. Turns are kept short: requests on these
 * connections are read when the server no longer listens.
 */
const acceptWaiting = async (server: Server) => {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const accepted: Socket[] = []
  const accept = (socket: Socket) => accepted.push(socket.on('error', () => {}))
  server.removeAllListeners('connection').on('connection', accept)
  // The first turn is the rest of the present one.
  await nextTurn()
  let isWaiting = true
  for (let turn = 0; isWaiting && turn < MAX_WAITING; turn += 1) {
    const before = accepted.length
    const turnAt = performance.now()
    await nextTurn()
    isWaiting = accepted.length > before || performance.now() - turnAt > SHORT_TURN_MS
  }
  // Not the `close` of HTTP servers, which first ends idle connections, while others arrive. Fastify calls that one later.
  NetServer.prototype.close.call(server)
  server.off('connection', accept)
  for (const listener of listeners) server.on('connection', listener)
  for (const socket of accepted) if (!socket.destroyed) server.emit('connection', socket)
}

const isBusy = ({ response }: Connection) => response !== undefined && !response.writableFinished

/** Part of a response has been written, and the client does not take it. */
const waitsForReader = (socket: Socket, connection: Connection) => isBusy(connection) && socket.writableLength > 0

/** Also where the body of a request has not arrived; a request that is being worked on waits for nobody. */
const waitsForClient = (socket: Socket, connection: Connection) =>
  waitsForReader(socket, connection) || (isBusy(connection) && !connection.request?.complete)
