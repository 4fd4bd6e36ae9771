import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { listen } from '#server/testing/raw-socket.ts'
import { allowLongUpload, limitConnections } from './connections.ts'

const CLIENTS = 200
const TURN_MS = 3

/** Makes each turn of the event loop as long as on a busy machine. */
const makeBusy = () => {
  let isBusy = true
  const work = () => {
    const end = performance.now() + TURN_MS
    while (performance.now() < end);
    if (isBusy) setImmediate(work)
  }
  setImmediate(work)
  return () => {
    isBusy = false
  }
}

test('a server that closes answers all who wait to be accepted, however long its turns are', async () => {
  const app = fastify({ forceCloseConnections: false, return503OnClosing: false })
  limitConnections(app, { isWide: () => false })
  app.get('/', async () => 'here')
  const port = await listen(app)
  const answers = Array.from({ length: CLIENTS }, async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nhost: library\r\nconnection: close\r\n\r\n')
    return (await text(socket)).split('\r\n', 1)[0]
  })
  const stop = makeBusy()
  await answers[0]
  const closing = app.close()
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  stop()
  await closing
})

test('a request that arrives for too long is ended, unless its upload may take longer', async () => {
  const app = fastify({ forceCloseConnections: false, return503OnClosing: false, requestTimeout: 60_000 })
  const { note } = limitConnections(app, { isWide: () => false, requestMs: 100 })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    note(raw, reply.raw)
    if (url === '/long') allowLongUpload(raw, 60_000)
  })
  app.post('/*', async ({ raw }) => text(raw))
  const port = await listen(app)
  const begin = async (path: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write(`POST ${path} HTTP/1.1\r\nhost: library\r\ncontent-type: a/b\r\ncontent-length: 2\r\n\r\n1`)
    return socket
  }
  const [short, long] = [await begin('/short'), await begin('/long')]
  expect(await text(short)).toBe('')
  long.end('2')
  expect(await text(long)).toMatch(/12$/)
  await app.close()
})
