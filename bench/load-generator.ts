/** Sends requests as fast as its connections allow or at a given rate, in a process of its own: JSON in, one JSON line out. */
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import type { DriveResult, Load } from './drive.ts'

const { address, connections, seconds, perSecond, requests } = (await json(process.stdin)) as Load
const { hostname, port, host } = new URL(address)
/** Every connection reads into it, so that no read allocates memory. */
const received = Buffer.alloc(65_536)
const HEAD_END = Buffer.from('\r\n\r\n')

const rawRequests = requests.map(({ method = 'GET', path, headers = {}, body = '' }) => {
  const allHeaders = {
    host,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path.replace('{run}', String(process.pid))} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
})

const latencies: number[] = []
const failed = new Map<string, number>()
let bytes = 0
let sent = 0
let isOver = false
/** The connections that wait for a request to be due. */
const idle: (() => void)[] = []

const countFailure = (reason: string) => failed.set(reason, (failed.get(reason) ?? 0) + 1)

/** One connection: sends the next request when the last byte of the response has arrived. */
const openConnection = () =>
  new Promise<void>((resolve) => {
    const receive = (length: number) => {
      bytes += length
      const chunk = received.subarray(0, length)
      if (bodyLeft === 0) startBody(chunk)
      else {
        bodyLeft -= length
        if (bodyLeft === 0) endResponse()
      }
      return true
    }
    const onread = { buffer: received, callback: receive }
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
    let sentAt = 0
    let bodyLeft = 0
    let head: Buffer | undefined
    const send = () => {
      if (isOver) return socket.end()
      sentAt = performance.now()
      socket.write(rawRequests[sent % rawRequests.length] ?? '')
      sent += 1
    }
    const sendWhenDue = () => void (perSecond && !isOver ? idle.push(send) : send())
    const endResponse = () => {
      latencies.push(performance.now() - sentAt)
      sendWhenDue()
    }
    const startBody = (chunk: Buffer) => {
      const whole = head ? Buffer.concat([head, chunk]) : chunk
      const end = whole.indexOf(HEAD_END)
      if (end < 0) {
        head = Buffer.from(whole)
        return
      }
      head = undefined
      const text = whole.toString('latin1', 0, end)
      const status = text.slice(9, 12)
      if (status[0] !== '2' && status !== '304') countFailure(status)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      bodyLeft = length - (whole.length - end - HEAD_END.length)
      if (bodyLeft <= 0) endResponse()
    }
    socket.on('connect', sendWhenDue)
    socket.on('error', (error) => countFailure(error.message))
    socket.on('close', () => {
      if (!isOver) countFailure('closed')
      resolve()
    })
  })

const startedAt = performance.now()

/** Wakes only when a request is due: where no processor is idle, each time costs the server that is measured. */
const sendDue = (rate: number) => {
  for (const due = ((performance.now() - startedAt) / 1000) * rate; sent < due && idle.length > 0;) idle.shift()?.()
  if (!isOver) setTimeout(sendDue, Math.ceil(startedAt + ((sent + 1) * 1000) / rate - performance.now()), rate)
}

if (perSecond) sendDue(perSecond)
setTimeout(() => {
  isOver = true
  for (const send of idle.splice(0)) send()
}, seconds * 1000)
await Promise.all(Array.from({ length: connections }, openConnection))
const elapsed = (performance.now() - startedAt) / 1000
const sorted = latencies.toSorted((a, b) => a - b)
const percentile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const result: DriveResult = {
  rate: latencies.length / elapsed,
  count: latencies.length,
  bytesPerSecond: bytes / elapsed,
  p50: percentile(0.5),
  p99: percentile(0.99),
  failed: Object.fromEntries(failed),
}
console.log(JSON.stringify(result))
