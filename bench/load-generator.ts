/** Asks as often as its connections can, in a process of its own: JSON in, one JSON line out. */
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Asking, Driven } from './drive.ts'

const { address, connections, seconds, requests } = (await json(process.stdin)) as Asking
const { hostname, port, host } = new URL(address)
const HEAD_END = Buffer.from('\r\n\r\n')

const wires = requests.map(({ method = 'GET', path, headers = {}, body = '' }) => {
  const all = {
    host,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path.replace('{run}', String(process.pid))} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
})

const latencies: number[] = []
const refused = new Map<string, number>()
let bytes = 0
let asked = 0
let isOver = false

const refuse = (how: string) => refused.set(how, (refused.get(how) ?? 0) + 1)

/** One connection: the next request goes out when the answer before it is there to its last byte. */
const ask = () =>
  new Promise<void>((done) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let sentAt = 0
    let bodyLeft = 0
    let head: Buffer | undefined
    const send = () => {
      if (isOver) return socket.end()
      sentAt = performance.now()
      socket.write(wires[asked % wires.length] ?? '')
      asked += 1
    }
    const answered = () => {
      latencies.push(performance.now() - sentAt)
      send()
    }
    const startBody = (chunk: Buffer) => {
      const whole = head ? Buffer.concat([head, chunk]) : chunk
      const end = whole.indexOf(HEAD_END)
      if (end < 0) {
        head = whole
        return
      }
      head = undefined
      const text = whole.toString('latin1', 0, end)
      const status = text.slice(9, 12)
      if (status[0] !== '2' && status !== '304') refuse(status)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      bodyLeft = length - (whole.length - end - HEAD_END.length)
      if (bodyLeft <= 0) answered()
    }
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (bodyLeft === 0) return startBody(chunk)
      bodyLeft -= chunk.length
      if (bodyLeft === 0) answered()
    })
    socket.on('connect', send)
    socket.on('error', (error) => refuse(error.message))
    socket.on('close', () => {
      if (!isOver) refuse('closed')
      done()
    })
  })

setTimeout(() => (isOver = true), seconds * 1000)
const startedAt = performance.now()
await Promise.all(Array.from({ length: connections }, ask))
const took = (performance.now() - startedAt) / 1000
const sorted = latencies.toSorted((a, b) => a - b)
const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const driven: Driven = {
  rate: latencies.length / took,
  count: latencies.length,
  bytesPerSecond: bytes / took,
  p50: at(0.5),
  p99: at(0.99),
  refused: Object.fromEntries(refused),
}
console.log(JSON.stringify(driven))
