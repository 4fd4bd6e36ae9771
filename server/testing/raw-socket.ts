import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

const PATIENCE_MS = 10_000

export interface RawAnswer {
  status: number
  headers: Map<string, string>
  text: string
}

/** Listens on a free port, and returns it. */
export const listen = async (app: FastifyInstance): Promise<number> => {
  const address = app.server.address() ?? (await app.listen({ port: 0, host: '127.0.0.1' }), app.server.address())
  return (address as { port: number }).port
}

/** The first response to exactly these bytes, which no HTTP client would send. */
export const askRaw = async (port: number, request: string | Buffer): Promise<RawAnswer> => {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
  socket.write(request)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer)
      const answer = answerIn(Buffer.concat(chunks))
      if (answer) return answer
    }
  } finally {
    socket.destroy()
  }
  throw new Error(`no whole answer: ${Buffer.concat(chunks).toString('latin1')}`)
}

const answerIn = (bytes: Buffer): RawAnswer | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Map(
    lines.map((line): [string, string] => [
      line.split(':', 1).join().toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = bytes.subarray(end + 4)
  if (body.length < Number(headers.get('content-length') ?? 0)) return undefined
  return { status: Number(first.split(' ')[1]), headers, text: body.toString('utf8') }
}
