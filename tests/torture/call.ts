import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any response takes, also on a busy machine and while the database is unavailable. */
const HANG_TIMEOUT_MS = 30_000
const SLICE_BYTES = 64 * 1024

export class Hang extends Error {
  override name = 'Hang'
}

interface Sent {
  method?: 'GET' | 'POST' | 'PUT'
  token?: string
  type?: string
  body?: Buffer | string
  /** Pauses between the slices of the body. */
  sliceMs?: number
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
}

export const newAgent = () => new Agent({ keepAlive: true, maxSockets: 4 })

/** Sends a request over a real connection. Throws Hang on a timeout, and the network error if the connection breaks. */
export const call = async (
  agent: Agent,
  url: string,
  { method = 'GET', token, type, body = '', sliceMs = 0 }: Sent = {},
): Promise<Answer> => {
  const bytes = Buffer.from(body)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(type && { 'content-type': type }),
    ...(method === 'POST' && { 'content-length': bytes.length }),
  }
  const timeout = AbortSignal.timeout(HANG_TIMEOUT_MS)
  const sent = request(url, { agent, method, headers, signal: timeout })
  const answered = once(sent, 'response').then(async ([response]) => {
    const { statusCode = 0, headers } = response as IncomingMessage
    return { status: statusCode, headers, bytes: await buffer(response as IncomingMessage) }
  })
  answered.catch(() => {})
  try {
    for (let at = 0; at < bytes.length && !sent.destroyed; at += SLICE_BYTES) {
      sent.write(bytes.subarray(at, at + SLICE_BYTES))
      if (sliceMs > 0) await pause(sliceMs)
    }
    sent.end()
    return await answered
  } catch (error) {
    throw timeout.aborted ? new Hang(`${method} ${new URL(url).pathname}`, { cause: error }) : error
  }
}
