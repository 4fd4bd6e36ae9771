import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_STARS } from '#contract/ratings.ts'
import { type Answer, call, Hang, newAgent } from './call.ts'
import type { Attempt, Journal } from './journal.ts'
import { aTortureManuscript } from './manuscript.ts'
import type { Client } from './people.ts'
import type { Random } from './random.ts'

const UPLOAD_SHARE = 0.2
const RATING_SHARE = 0.5
const MAX_SLICE_MS = 20
const AWAY_PAUSE_MS = 25

/** What the clients were answered in a phase of writing. */
export interface Tally {
  written: number
  unavailable: number
  cut: number
  /** Answers that nobody may get: a 500, a 503 without Retry-After, a refusal, a hang. */
  wrong: string[]
  /** When the last 503 came, by performance.now(). */
  lastAwayAt: number
}

interface Writing {
  address: string
  journal: Journal
  random: Random
  clients: Client[]
  books: string[]
}

/** Lets every client write one thing after the other, until `stop` or until its connection breaks. */
export const startWriting = (writing: Writing) => {
  const tally: Tally = { written: 0, unavailable: 0, cut: 0, wrong: [], lastAwayAt: 0 }
  const state = { stopped: false }
  const done = Promise.all(writing.clients.map((client) => writeOn(writing, client, tally, state)))
  return {
    tally,
    stop: async () => {
      state.stopped = true
      await done
      return tally
    },
  }
}

const writeOn = async (writing: Writing, client: Client, tally: Tally, state: { stopped: boolean }) => {
  const agent = newAgent()
  try {
    while (!state.stopped) await writeOnce(writing, client, agent, tally)
  } catch (error) {
    if (error instanceof Hang) tally.wrong.push(`no answer: ${error.message}`)
    else tally.cut += 1
  } finally {
    agent.destroy()
  }
}

const writeOnce = async (writing: Writing, client: Client, agent: Agent, tally: Tally) => {
  const { attempt, send } = await nextWrite(writing, client, agent)
  writing.journal.begin(attempt)
  const answer = await send()
  if (answer.status === 200 || answer.status === 201) {
    writing.journal.answer(told(attempt, answer))
    tally.written += 1
    return
  }
  if (answer.status === 503 && answer.headers['retry-after']) {
    tally.unavailable += 1
    tally.lastAwayAt = performance.now()
    await pause(AWAY_PAUSE_MS)
    return
  }
  tally.wrong.push(`${attempt.kind}: ${answer.status} ${answer.bytes.toString().slice(0, 200)}`)
}

/** The attempt with the id that the answer gave it. */
const told = (attempt: Attempt, { bytes }: Answer): Attempt => {
  const body = JSON.parse(bytes.toString()) as { book?: { _id: string }; comment?: { _id: string } }
  if (attempt.kind === 'upload') return { ...attempt, bookId: body.book?._id ?? '' }
  return attempt.kind === 'comment' ? { ...attempt, commentId: body.comment?._id ?? '' } : attempt
}

const nextWrite = async ({ address, random, books }: Writing, { id: userId, token }: Client, agent: Agent) => {
  const bookId = random.oneOf(books)
  const post =
    (path: string, type: string, body: Buffer | string, sliceMs = 0) =>
    () =>
      call(agent, `${address}/api${path}`, { method: 'POST', token, type, body, sliceMs })
  if (random.chance(UPLOAD_SHARE)) {
    const { mark, sha256, type, body } = await aTortureManuscript(random)
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
  const agent = newAgent()
  const { mark, sha256, type, body } = await aTortureManuscript(random)
  const answer = await call(agent, `${address}/api/books`, { method: 'POST', token: client.token, type, body })
  agent.destroy()
  if (answer.status !== 201) throw new Error(`publishing was answered ${answer.status} ${answer.bytes.toString()}`)
  const { book } = JSON.parse(answer.bytes.toString()) as { book: { _id: string } }
  journal.answer({ kind: 'upload', mark, sha256, bookId: book._id })
  return book._id
}
