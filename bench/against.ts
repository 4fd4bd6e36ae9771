/** Measures what a visit costs beside an older build, which is checked out, installed and built for it. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { drive } from './drive.ts'
import { type Site, type Source, withLibrary } from './library.ts'
import { cpuOf, memoryOf } from './process-tree.ts'
import { median, type Pace } from './rounds.ts'
import { createVisits, findRate, loadOf } from './visit-rows.ts'
import type { KindOfRequest } from './visits.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** So few that what a request waits for is hardly shared with others. */
const CONNECTIONS = 4
const LEAST_REQUESTS = 400
const MOST_SECONDS = 20
const IDLE_SECONDS = 5
/** Of a second. */
const MOST_IDLE_MS = 50
const IDLE_WITHIN_MS = 300_000
const MEMORY_AFTER_MS = 120_000

/** Processor time in milliseconds. */
interface Cost {
  server: number
  database: number
}

interface Build {
  site: Site
  visits: KindOfRequest[][]
  kinds: Map<string, KindOfRequest[]>
  /** Of each kind, in each round. */
  costs: Map<string, Cost[]>
  /** What a second costs without requests. */
  idle: Cost
}

type AgainstPace = Pace & {
  /** All by default. */
  kinds?: string[] | undefined
}

/**
 * Both builds have the same data: the older one loads them, and the newer one upgrades a copy. The older site is started by
 * `bench/` of its own checkout, and gets the same requests.
 */
export const measureAgainst = async (
  revision: string,
  books: number,
  source: Source,
  pace: AgainstPace,
): Promise<void> => {
  const folder = source.libraries
    ? resolve(source.libraries, `against-${revision}`)
    : await mkdtemp(join(tmpdir(), 'quillhouse-against-'))
  const checkout = join(folder, 'build')
  const theirs = join(folder, `older-${books}`)
  const ours = join(folder, `newer-${books}`)
  try {
    tell(`Building ${revision}, and filling its library`)
    if (!existsSync(checkout)) await checkOut(revision, checkout)
    const older = (await import(join(checkout, 'bench/library.ts'))) as { withLibrary: typeof withLibrary }
    const { ensureTrained } = (await import(join(checkout, 'bench/recommendation-rows.ts'))) as {
      ensureTrained: (site: Site) => Promise<void>
    }
    const olderSource = { ...source, libraries: theirs }
    await older.withLibrary(books, olderSource, ensureTrained)
    // With its owners: PostgreSQL doesn't run as root.
    if (!existsSync(ours)) await run('cp', ['-a', theirs, ours])
    await older.withLibrary(books, olderSource, (olderSite) =>
      withLibrary(books, { ...source, libraries: ours }, (site) =>
        compare({ older: olderSite, newer: site }, books, pace),
      ),
    )
  } finally {
    if (!source.libraries) await rm(folder, { recursive: true, force: true })
  }
}

/** A run takes some twenty minutes for 10,000 books: what it does is told beside its tables. */
const tell = (text: string) => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`)

const checkOut = async (revision: string, checkout: string) => {
  const unfinished = `${checkout}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await run('git', ['clone', '--quiet', '--no-checkout', ROOT, unfinished])
  await run('git', ['checkout', '--quiet', '--detach', revision], { cwd: unfinished })
  await run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: unfinished })
  await run(process.execPath, ['scripts/build.ts'], { cwd: unfinished })
  await rename(unfinished, checkout)
}

const compare = async (sites: { older: Site; newer: Site }, books: number, { rounds, seconds, kinds }: AgainstPace) => {
  tell('Waiting for both sites to be idle')
  const older = await prepare(sites.older)
  const newer = await prepare(sites.newer)
  const measured = [...newer.kinds.keys()].filter((kind) => !kinds || kinds.includes(kind))
  tell(`Warming up ${measured.length} kinds of requests`)
  for (const kind of measured) for (const build of [older, newer]) await measureKind(build, kind, seconds)
  for (const build of [older, newer]) {
    build.costs.clear()
    build.idle = await idleCost(build.site)
  }
  for (let round = 0; round < rounds; round += 1) {
    tell(`Round ${round + 1} of ${rounds} of each kind`)
    for (const kind of measured)
      for (const build of round % 2 === 0 ? [older, newer] : [newer, older]) await measureKind(build, kind, seconds)
  }
  print({ older, newer, measured, books })
  if (!kinds) await compareWhole([older, newer], { rounds, seconds })
}

/** Prints the most visits a second, and the memory some time after them. */
const compareWhole = async (builds: [Build, Build], { rounds, seconds }: Pace) => {
  const rates = new Map<Build, number[]>(builds.map((build) => [build, []]))
  for (let round = 0; round < rounds; round += 1) {
    tell(`Round ${round + 1} of ${rounds} of whole visits`)
    for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
      const { rate } = await findRate({ ...loadOf(build.site, build.visits), seconds })
      rates.get(build)?.push(rate)
    }
  }
  await pause(MEMORY_AFTER_MS)
  const [before, after] = await Promise.all(
    builds.map(async (build) => ({
      rate: median(rates.get(build) ?? []),
      memory: await memoryOf(await build.site.roots()),
    })),
  )
  if (!before || !after) return
  const compared = (name: keyof typeof before) =>
    `${before[name].toFixed(0)} and ${after[name].toFixed(0)}, ${(after[name] / before[name]).toFixed(2)} times`
  console.log(`\nVisits a second within the time of all answers: ${compared('rate')}`)
  console.log(`MB of server and database two minutes later: ${compared('memory')}`)
}

const prepare = async (site: Site): Promise<Build> => {
  const visits = await createVisits(site)
  // So that one person's requests do not meet.
  const longest = Math.max(...visits.map(({ length }) => length))
  const inTurn = Array.from({ length: longest }, (_, n) => visits.flatMap((requests) => requests[n] ?? [])).flat()
  const kinds = Map.groupBy(inTurn, ({ kind }) => kind)
  return { site, visits, kinds, costs: new Map(), idle: await idleCost(site) }
}

/** The cost of a second, once what an upgrade or a start has queued is done. */
const idleCost = async (site: Site): Promise<Cost> => {
  const end = Date.now() + IDLE_WITHIN_MS
  for (;;) {
    const before = await spentBy(site)
    await pause(IDLE_SECONDS * 1000)
    const spent = difference(await spentBy(site), before)
    if (sumOf(spent) < IDLE_SECONDS * MOST_IDLE_MS || Date.now() > end) return scaled(spent, 1 / IDLE_SECONDS)
  }
}

/** In rounds of the load generator, until there are enough requests for a mean: on a busy machine they are few. */
const measureKind = async ({ site, kinds, costs, idle }: Build, kind: string, seconds: number) => {
  const load = { address: site.address, connections: CONNECTIONS, seconds, requests: kinds.get(kind) ?? [] }
  const begunAt = performance.now()
  const before = await spentBy(site)
  let count = 0
  let elapsed = 0
  while (count < LEAST_REQUESTS && elapsed < MOST_SECONDS) {
    count += (await drive(load)).count
    elapsed = (performance.now() - begunAt) / 1000
  }
  const spent = difference(await spentBy(site), before)
  const cost = scaled(difference(spent, scaled(idle, elapsed)), 1 / count)
  costs.set(kind, [...(costs.get(kind) ?? []), cost])
}

const spentBy = async (site: Site): Promise<Cost> => {
  const [server, postmaster] = (await site.roots()) as [number, number]
  const [all, database] = [await cpuOf([server, postmaster]), await cpuOf([postmaster])] as const
  return { server: (all - database) * 1000, database: database * 1000 }
}

const difference = (a: Cost, b: Cost): Cost => ({ server: a.server - b.server, database: a.database - b.database })
const scaled = ({ server, database }: Cost, by: number): Cost => ({ server: server * by, database: database * by })
const sumOf = ({ server, database }: Cost) => server + database

/** The median of a kind's rounds. */
const costOf = ({ costs }: Build, kind: string): Cost => {
  const all = costs.get(kind) ?? []
  return { server: median(all.map(({ server }) => server)), database: median(all.map(({ database }) => database)) }
}

interface Compared {
  older: Build
  newer: Build
  measured: string[]
  books: number
}

const print = ({ older, newer, measured, books }: Compared) => {
  const rows = measured.map((kind) => ({
    kind,
    perVisit: (newer.kinds.get(kind)?.length ?? 0) / newer.visits.length,
    before: costOf(older, kind),
    after: costOf(newer, kind),
  }))
  const ofVisit = (when: 'before' | 'after'): Cost => ({
    server: rows.reduce((sum, row) => sum + row.perVisit * row[when].server, 0),
    database: rows.reduce((sum, row) => sum + row.perVisit * row[when].database, 0),
  })
  const visit = { kind: 'a visit', perVisit: 1, before: ofVisit('before'), after: ofVisit('after') }
  const ms = (number: number) => number.toFixed(2)
  const shown = (cost: Cost) => `${ms(cost.server)} + ${ms(cost.database)} = ${ms(sumOf(cost))}`
  console.log(`${books.toLocaleString('en-GB')} books; ms of processor time: server + PostgreSQL\n`)
  console.log('| request | in a visit | older build | this build | ratio | older in a visit | this in a visit |')
  console.log('|---|---|---|---|---|---|---|')
  const inVisit = (row: (typeof rows)[number]) => row.perVisit * sumOf(row.before)
  for (const row of [...rows.toSorted((a, b) => inVisit(b) - inVisit(a)), visit]) {
    const ratio = sumOf(row.after) / sumOf(row.before)
    const cells = [
      row.kind,
      row.perVisit.toFixed(row.perVisit % 1 === 0 ? 0 : 2),
      shown(row.before),
      shown(row.after),
      ms(ratio),
      ms(inVisit(row)),
      ms(row.perVisit * sumOf(row.after)),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
