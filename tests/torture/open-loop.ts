/**
 * Sends requests at a fixed rate, whatever the server does, or (rate 0) as fast as its connections allow. Runs in a
 * process of its own: JSON in, one JSON line out.
 */
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'

export interface OpenLoad {
  port: number
  connections: number
  /** Requests a second; 0 sends the next one when a connection is free. */
  rate: number
  seconds: number
  /** Complete requests, sent in turn. */
  requests: string[]
}

/** Accepted are answers other than 503; latencies are in milliseconds. */
export interface OpenResult {
  acceptedRate: number
  acceptedP99: number
  refusedRate: number
  refusedP50: number
  refusedP99: number
  withoutRetryAfter: number
  /** No connection was free. */
  unsent: number
  broken: number
}

const TICK_MS = 2
const END = Buffer.from('\r\n\r\n')

const { port, connections, rate, seconds, requests } = (await json(process.stdin)) as OpenLoad
const accepted: number[] = []
const refused: number[] = []
let withoutRetryAfter = 0
let unsent = 0
let broken = 0
let sent = 0
let isOver = false
const free: (() => void)[] = []

const open = () =>
  new Promise<Socket>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket))
    let sentAt = 0
    let answer = Buffer.alloc(0)
    const send = () => {
      sentAt = performance.now()
      socket.write(requests[sent % requests.length] ?? '')
      sent += 1
    }
    const finish = (head: string) => {
      const ms = performance.now() - sentAt
      if (head.startsWith('HTTP/1.1 503')) {
        refused.push(ms)
        if (!/\r\nretry-after:/i.test(head)) withoutRetryAfter += 1
      } else accepted.push(ms)
      answer = Buffer.alloc(0)
      if (rate === 0 && !isOver) send()
      else free.push(send)
    }
    socket.on('data', (chunk) => {
      answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
      const end = answer.indexOf(END)
      if (end < 0) return
      const head = answer.toString('latin1', 0, end)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (answer.length >= end + END.length + length) finish(head)
    })
    socket.on('error', () => {}).on('close', () => (broken += isOver ? 0 : 1))
    free.push(send)
  })

const sockets = await Promise.all(Array.from({ length: connections }, open))
const begunAt = performance.now()
const sendDue = () => {
  const due = ((performance.now() - begunAt) / 1000) * rate
  while (sent + unsent < due) {
    const send = free.shift()
    if (send) send()
    else unsent += 1
  }
}
if (rate === 0) for (const send of free.splice(0)) send()
const timer = rate > 0 ? setInterval(sendDue, TICK_MS) : undefined
await new Promise((later) => setTimeout(later, seconds * 1000))
clearInterval(timer)
isOver = true
for (const socket of sockets) socket.destroy()

const percentile = (all: number[], part: number) => {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
const result: OpenResult = {
  acceptedRate: accepted.length / seconds,
  acceptedP99: percentile(accepted, 0.99),
  refusedRate: refused.length / seconds,
  refusedP50: percentile(refused, 0.5),
  refusedP99: percentile(refused, 0.99),
  withoutRetryAfter,
  unsent,
  broken,
}
console.log(JSON.stringify(result))
