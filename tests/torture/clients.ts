import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_STARS } from '#contract/ratings.ts'
import { type Answer, call, Hang, newAgent } from './call.ts'
import type { Attempt, Journal } from './journal.ts'
import { randomUpload } from './manuscript.ts'
import type { Client } from './people.ts'
import type { Random } from './random.ts'

const UPLOAD_SHARE = 0.2
const DRAFT_SHARE = 0.2
const RATING_SHARE = 0.5
const MAX_SLICE_MS = 20
const UNAVAILABLE_PAUSE_MS = 25

/** The responses that the clients received in a round. */
export interface WriteResults {
  written: number
  unavailable: number
  cut: number
  /** Faults: a 500, a 503 without Retry-After, a rejected write, a hang. */
  wrong: string[]
  /** The time of the last 503, by performance.now(). */
  lastUnavailableAt: number
}

interface WriteOptions {
  address: string
  journal: Journal
  random: Random
  clients: Client[]
  books: string[]
}

/** Lets each client write continuously until `stop`, or until its connection breaks. */
export const startWriting = (options: WriteOptions) => {
  const results: WriteResults = { written: 0, unavailable: 0, cut: 0, wrong: [], lastUnavailableAt: 0 }
  const state = { stopped: false }
  const done = Promise.all(options.clients.map((client) => writeUntilStopped(options, client, results, state)))
  return {
    results,
    stop: async () => {
      state.stopped = true
      await done
      return results
    },
  }
}

const writeUntilStopped = async (
  options: WriteOptions,
  client: Client,
  results: WriteResults,
  state: { stopped: boolean },
) => {
  const agent = newAgent()
  try {
    while (!state.stopped) await writeOnce(options, client, agent, results)
  } catch (error) {
    if (error instanceof Hang) results.wrong.push(`no response: ${error.message}`)
    else results.cut += 1
  } finally {
    agent.destroy()
  }
}

const writeOnce = async (options: WriteOptions, client: Client, agent: Agent, results: WriteResults) => {
  const { attempt, send } = await nextWrite(options, client, agent)
  options.journal.begin(attempt)
  const answer = await send()
  if (answer.status === 200 || answer.status === 201) {
    options.journal.answer(withId(attempt, answer))
    results.written += 1
    return
  }
  if (answer.status === 503 && answer.headers['retry-after']) {
    results.unavailable += 1
    results.lastUnavailableAt = performance.now()
    await pause(UNAVAILABLE_PAUSE_MS)
    return
  }
  results.wrong.push(`${attempt.kind}: ${answer.status} ${answer.bytes.toString().slice(0, 200)}`)
}

/** The attempt with the id from the response. */
const withId = (attempt: Attempt, { bytes }: Answer): Attempt => {
  const body = JSON.parse(bytes.toString()) as { book?: { _id: string }; comment?: { _id: string } }
  if (attempt.kind === 'upload') return { ...attempt, bookId: body.book?._id ?? '' }
  return attempt.kind === 'comment' ? { ...attempt, commentId: body.comment?._id ?? '' } : attempt
}

const nextWrite = async ({ address, random, books }: WriteOptions, client: Client, agent: Agent) => {
  const { id: userId, token, draft } = client
  const bookId = random.oneOf(books)
  const post =
    (path: string, type: string, body: Buffer | string, sliceMs = 0) =>
    () =>
      call(agent, `${address}/api${path}`, { method: 'POST', token, type, body, sliceMs })
  if (draft !== undefined && random.chance(DRAFT_SHARE)) {
    const title = randomUUID()
    const attempt: Attempt = { kind: 'draft', bookId: draft, title }
    const body = JSON.stringify({ title })
    const url = `${address}/api/books/drafts/${draft}`
    return { attempt, send: () => call(agent, url, { method: 'PUT', token, type: 'application/json', body }) }
  }
  if (random.chance(UPLOAD_SHARE)) {
    const { mark, sha256, type, body } = await randomUpload(random)
    const attempt: Attempt = { kind: 'upload', mark, sha256 }
    return { attempt, send: post('/books', type, body, random.whole(0, MAX_SLICE_MS)) }
  }
  if (random.chance(RATING_SHARE)) {
    const stars = random.whole(1, MAX_STARS)
    const attempt: Attempt = { kind: 'rating', bookId, userId, stars }
    return { attempt, send: post(`/books/${bookId}/rate`, 'application/json', JSON.stringify({ rating: stars })) }
  }
  const text = randomUUID()
  const attempt: Attempt = { kind: 'comment', text }
  return { attempt, send: post(`/books/${bookId}/comments`, 'application/json', JSON.stringify({ text })) }
}

/** Publishes one book and returns its id. */
export const publishAs = async (client: Client, address: string, journal: Journal, random: Random) => {
  const { id, mark, sha256 } = await uploadAs(client, `${address}/api/books`, random)
  journal.answer({ kind: 'upload', mark, sha256, bookId: id })
  return id
}

/** Begins the draft of a client. */
export const beginDraftAs = async (client: Client, address: string, journal: Journal, random: Random) => {
  const { id, title } = await uploadAs(client, `${address}/api/books/drafts`, random)
  journal.answer({ kind: 'draft', bookId: id, title })
  client.draft = id
}

const uploadAs = async ({ token }: Client, url: string, random: Random) => {
  const agent = newAgent()
  const { mark, sha256, type, body } = await randomUpload(random)
  const answer = await call(agent, url, { method: 'POST', token, type, body })
  agent.destroy()
  if (answer.status !== 201) throw new Error(`the upload failed: ${answer.status} ${answer.bytes.toString()}`)
  const { book } = JSON.parse(answer.bytes.toString()) as { book: { _id: string; title: string } }
  return { id: book._id, title: book.title, mark, sha256 }
}
