import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGroup } from './run-group.ts'
import { linesOf, noTotals, readLines, sumOf, type Totals } from './test-totals.ts'

export interface Part {
  name: string
  /** What it is good for, in a few words. */
  about: string
  /** A command; its output ends with the lines of `linesOf`. */
  command: readonly string[]
  env?: Record<string, string>
  /** How many of two cores it uses. Neighbours in a list that use one run side by side. */
  cores: 1 | 2
  /** About how long it takes on two slow cores. */
  minutes: number
}

export interface Outcome {
  name: string
  seconds: number
  totals: Totals
}

interface Options {
  /** For the output of each part. */
  logs: string
  /** By `Date.now()`: what has not begun or ended by then has failed, and is named. */
  endsAt?: number
  /** What has passed in an earlier run, and is not repeated. */
  passedBefore?: readonly Outcome[]
  onPassed?: (outcome: Outcome) => void
  print?: (line: string) => void
}

/** A part is ended after this multiple of its time. */
const TIMEOUT_FACTOR = 6
const TAIL = 10
const TAIL_OF_FAILED = 150

const hasPassed = ({ totals }: Outcome) => totals.failed === 0

/** The parts in their order, those that run side by side together. */
export const groupsOf = <P extends Pick<Part, 'cores'>>(parts: readonly P[]): P[][] => {
  const groups: P[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    const [before] = last ?? []
    if (last?.length === 1 && before?.cores === 1 && part.cores === 1) last.push(part)
    else groups.push([part])
  }
  return groups
}

/** Runs the parts, shows the end of the output of each, and resolves with what each has found. */
export const runParts = async (parts: readonly Part[], options: Options): Promise<Outcome[]> => {
  const { logs, endsAt = Infinity, passedBefore = [], onPassed, print = console.log } = options
  mkdirSync(logs, { recursive: true })

  const run = async ({ name, command, env, minutes }: Part): Promise<Outcome> => {
    const path = join(logs, `${name}.log`)
    const log = openSync(path, 'w')
    const timeoutMs = Math.min(minutes * TIMEOUT_FACTOR * 60_000, endsAt - Date.now())
    const { code, seconds, isTimedOut } = await runGroup(command, {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
      timeoutMs: Math.max(timeoutMs, 1),
    })
    closeSync(log)
    const output = readFileSync(path, 'utf8')
    const outcome = { name, seconds, totals: readLines(output) }
    if (code !== 0 && hasPassed(outcome)) {
      const reason = isTimedOut ? 'was stopped, as its time was over' : `ended with ${code ?? 'a signal'}`
      outcome.totals = { ...outcome.totals, failed: 1, failures: [...outcome.totals.failures, `${name}: ${reason}`] }
    }
    print(
      `--- ${name}: ${hasPassed(outcome) ? 'passed' : 'failed'} after ${seconds.toFixed(0)} s, all lines in ${path}`,
    )
    print(
      output
        .trimEnd()
        .split('\n')
        .slice(hasPassed(outcome) ? -TAIL : -TAIL_OF_FAILED)
        .join('\n'),
    )
    if (hasPassed(outcome)) onPassed?.(outcome)
    return outcome
  }

  const outcomes = passedBefore.filter(({ name }) => parts.some((part) => part.name === name))
  for (const { name } of outcomes) print(`--- ${name}: passed in an earlier run of the same files`)
  const left = parts.filter(({ name }) => !outcomes.some((outcome) => outcome.name === name))
  for (const group of groupsOf(left)) outcomes.push(...(await Promise.all(group.map(run))))
  return outcomes
}

/** The last lines: the time of each part, failed tests and second tries, and the totals. */
export const closingLines = (outcomes: readonly Outcome[], seconds: number) => [
  ...outcomes.map((outcome) => timeLine(outcome.seconds, outcome.name)),
  timeLine(seconds, 'in all'),
  ...linesOf(sumOf([noTotals(), ...outcomes.map(({ totals }) => totals)])),
]

const timeLine = (seconds: number, name: string) => `${seconds.toFixed(0).padStart(5)} s  ${name}`
