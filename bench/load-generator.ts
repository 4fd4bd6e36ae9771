/**
 * Sends requests as fast as its connections allow or at a given rate, or begins visits at a given rate, in a process of its
 * own: JSON in, one JSON line out.
 */
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { DriveResult, Load } from './drive.ts'

const { address, connections, seconds, perSecond, requests, visits } = (await json(process.stdin)) as Load
const { hostname, port, host } = new URL(address)
/** Every connection reads into it, so that no read allocates memory. */
const received = Buffer.alloc(65_536)
const HEAD_END = Buffer.from('\r\n\r\n')
/** How long visits may last after the last of them has begun. */
const LAST_VISITS_MS = 10_000
/** In its place stands a number that rises with each request, in later runs too. */
const COUNT = '{count}'
/** A run of less than a million requests a second ends below where the next one begins. */
const FIRST_COUNT = Date.now() * 1000

const rawRequests = requests.map(({ method = 'GET', path, headers = {}, body = '' }) => {
  const sentBody = body.replace(COUNT, String(FIRST_COUNT))
  const allHeaders = {
    host,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sentBody) }),
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${sentBody}`)
  return { bytes, countAt: body.includes(COUNT) ? bytes.lastIndexOf(String(FIRST_COUNT)) : -1 }
})

/** The bytes of a request, with the count of this one. */
const bytesOf = (index: number) => {
  const { bytes, countAt } = rawRequests[index] ?? { bytes: Buffer.of(), countAt: -1 }
  if (countAt < 0) return bytes
  const counted = Buffer.from(bytes)
  counted.write(String(FIRST_COUNT + sent), countAt)
  return counted
}

/** By the kind of the request. */
const latencies = new Map<string, number[]>(requests.map(({ kind = '' }) => [kind, []]))
const failed = new Map<string, number>()
let bytes = 0
let sent = 0
let isOver = false
/** The connections that wait for a request to be due. */
const idle: (() => void)[] = []

const countFailure = (reason: string) => failed.set(reason, (failed.get(reason) ?? 0) + 1)

/** One connection: sends the next request, if there is one, when the last byte of the response has arrived. */
const openConnection = (next: () => number | undefined) =>
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
    let request: number | undefined
    let sentAt = 0
    let bodyLeft = 0
    let head: Buffer | undefined
    const send = () => {
      request = next()
      if (request === undefined) return socket.end()
      sentAt = performance.now()
      socket.write(bytesOf(request))
      sent += 1
    }
    const sendWhenDue = () => void (perSecond && !visits && !isOver ? idle.push(send) : send())
    const endResponse = () => {
      latencies.get(requests[request ?? 0]?.kind ?? '')?.push(performance.now() - sentAt)
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
      if (request !== undefined) countFailure('closed')
      resolve()
    })
  })

const startedAt = performance.now()
const msUntil = (count: number, rate: number) => Math.ceil(startedAt + (count * 1000) / rate - performance.now())

/** Wakes only when a request is due: where no processor is idle, each time costs the server that is measured. */
const sendDue = (rate: number) => {
  for (const due = ((performance.now() - startedAt) / 1000) * rate; sent < due && idle.length > 0;) idle.shift()?.()
  if (!isOver) setTimeout(sendDue, msUntil(sent + 1, rate), rate)
}

const begun: Promise<void>[] = []

/** Each visit has a connection of its own and begins when it is due, however many others are not answered yet. */
const beginDue = (all: number[][], rate: number) => {
  for (const due = ((performance.now() - startedAt) / 1000) * rate; begun.length < due;) {
    const requestsOfVisit = (all[begun.length % all.length] ?? []).values()
    begun.push(openConnection(() => requestsOfVisit.next().value))
  }
  if (!isOver) setTimeout(beginDue, msUntil(begun.length, rate), all, rate)
}

const nextOfAll = () => (isOver ? undefined : sent % requests.length)

setTimeout(() => {
  isOver = true
  for (const send of idle.splice(0)) send()
}, seconds * 1000)

if (visits) {
  beginDue(visits, perSecond ?? 1)
  await pause(seconds * 1000)
  await Promise.race([Promise.all(begun), pause(LAST_VISITS_MS).then(() => countFailure('unfinished'))])
} else {
  if (perSecond) sendDue(perSecond)
  await Promise.all(Array.from({ length: connections }, () => openConnection(nextOfAll)))
}

const elapsed = (performance.now() - startedAt) / 1000
const summaryOf = (all: number[]) => {
  const sorted = all.toSorted((a, b) => a - b)
  const percentile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { count: all.length, p50: percentile(0.5), p99: percentile(0.99) }
}
const summary = summaryOf([...latencies.values()].flat())
const result: DriveResult = {
  ...summary,
  rate: summary.count / elapsed,
  bytesPerSecond: bytes / elapsed,
  kinds: Object.fromEntries([...latencies].map(([kind, all]) => [kind, summaryOf(all)])),
  failed: Object.fromEntries(failed),
}
console.log(JSON.stringify(result))
process.exit()
