/** Prints what is fast, each beside its reference in the same run: `npm run bench`, with `-- --seconds 10` for calmer figures. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drive } from './drive.ts'
import { withLibrary } from './library.ts'

const BARE_FASTIFY = join(import.meta.dirname, 'bare-fastify.ts')
const ROUNDS = 3
const WARM_UP_SECONDS = 2

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })
const seconds = Number(values.seconds)

interface Row {
  name: string
  ours: number[]
  reference: number[]
  /** The least ratio of ours to the reference. */
  goal: number
}

const openList = (books: number): Promise<Row> =>
  withLibrary(books, async (address) => {
    const list = `${address}/api/books/new?limit=12`
    const answer = await (await fetch(list)).text()
    const { ours, reference } = await withBareFastify(answer, (bare) => inTurn(list, bare))
    return { name: `open list, 12 of ${books} books`, ours, reference, goal: 1.8 }
  })

const withBareFastify = async <T>(answer: string, work: (address: string) => Promise<T>) => {
  const child = spawn(process.execPath, [BARE_FASTIFY], {
    env: { BENCH_ANSWER: answer, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => resolve(String(chunk).replace('listening: ', '').trim()))
      child.once('exit', () => reject(new Error('the reference did not start')))
    })
    return await work(`${address}/`)
  } finally {
    child.kill()
  }
}

/** One after the other, round by round, so that a noisy minute falls on both. */
const inTurn = async (ours: string, reference: string) => {
  const rates = { ours: [] as number[], reference: [] as number[] }
  for (const address of [ours, reference]) await drive(address, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await drive(ours, seconds))
    rates.reference.push(await drive(reference, seconds))
  }
  return rates
}

const middle = (rates: number[]) => rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0

const shown = (rates: number[]) =>
  `${round(middle(rates))} (${round(Math.min(...rates))} to ${round(Math.max(...rates))})`

const round = (rate: number) => Math.round(rate).toLocaleString('en-GB')

const print = ({ name, ours, reference, goal }: Row) => {
  const ratio = middle(ours) / middle(reference)
  const cells = [
    name,
    shown(ours),
    shown(reference),
    ratio.toFixed(2),
    goal.toFixed(2),
    ratio >= goal ? 'met' : 'not met',
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

console.log(`Requests a second, median of ${ROUNDS} rounds (least to most).\n`)
console.log('| what | ours | bare Fastify | ratio | goal | |')
console.log('|---|---|---|---|---|---|')
print(await openList(12))
