import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any answer may take, on a busy machine and the database being away. */
const HANGS_AFTER_MS = 30_000
const SLICE_BYTES = 64 * 1024

export class Hang extends Error {
  override name = 'Hang'
}

interface Sent {
  method?: 'GET' | 'POST'
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

/** One request over a real connection; throws Hang when no answer comes, and what the network says when it breaks. */
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
  const late = AbortSignal.timeout(HANGS_AFTER_MS)
  const sent = request(url, { agent, method, headers, signal: late })
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
    throw late.aborted ? new Hang(`${method} ${new URL(url).pathname}`, { cause: error }) : error
  }
}
