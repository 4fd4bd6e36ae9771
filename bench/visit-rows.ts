import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getBookPdf, newBooks } from '#contract/books.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { connect } from '#server/platform/database/connect.ts'
import { checksumOf, saveChecksums } from '#server/platform/file-integrity/checksums.ts'
import { createLog } from '#server/platform/log.ts'
import { type DriveResult, drive, generate, type Load } from './drive.ts'
import type { Site } from './library.ts'
import { cpuOf } from './process-tree.ts'
import { ensureTrained, newReaders } from './recommendation-rows.ts'
import { apiOf, type Row } from './row.ts'
import { homeOf, type KindOfRequest, type Member, visitOf } from './visits.ts'

const QUERIES = join(process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data'), 'search-queries.json')
const PASSWORD = 'a password of the benchmark'
const VISITS = 1000
/** With eight ratings each. */
const MEMBERS = 200
const RATINGS = 8
/** On a busy machine. */
const CREATE_WITHIN_MS = 60_000
/** Visits a second: the first to be tried, and by how much more the next are. */
const FIRST_RATE = 10
const FASTER = 1.15
const MOST_MS = 100
const WARM_UP_RATE = 5

const createMembers = async ({ database }: Site): Promise<Member[]> => {
  const { db, close } = connect(database, createLog('warn'), undefined, { statementMs: CREATE_WITHIN_MS })
  try {
    const ids = (await newReaders(db, RATINGS)).slice(0, MEMBERS)
    const passwordHash = await hashPassword(PASSWORD)
    const people = await db
      .updateTable('users')
      .set({ passwordHash })
      .where('id', 'in', ids)
      .returning(['id', 'email'])
      .execute()
    return await Promise.all(
      people.map(async ({ id, email }) => ({
        token: await startSession({ db, now: () => new Date() }, id, 'bench'),
        email: email ?? '',
        password: PASSWORD,
      })),
    )
  } finally {
    await close()
  }
}

/** As publishing does: without its checksum, a file is looked up for each request. */
const storeChecksum = async ({ database, dataDir, largePdfKey }: Site) => {
  const { db, close } = connect(database, createLog('warn'))
  try {
    await saveChecksums(db, largePdfKey, [await checksumOf(createReadStream(join(dataDir, 'files', largePdfKey)))])
  } finally {
    await close()
  }
}

export const createVisits = async (site: Site): Promise<KindOfRequest[][]> => {
  const members = await createMembers(site)
  await storeChecksum(site)
  const api = apiOf(site, members[0]?.token)
  const { pdfUrl } = await api(getBookPdf, { params: { id: site.bookWithPdf } })
  const hashes = (await api(newBooks, { query: { limit: 50 } })).map(({ image }) => /(\w{32})/.exec(image)?.[1] ?? '')
  const queries = JSON.parse(await readFile(QUERIES, 'utf8')) as { query: string }[]
  const visited = {
    bookIds: site.bookIds,
    covers: [...new Set(hashes)].map((hash) => `/files/cover/${hash}-320.avif`),
    pdf: pdfUrl,
    pdfBook: site.bookWithPdf,
    longBook: site.longBook,
    searches: queries.map(({ query }) => query),
  }
  return Array.from({ length: VISITS }, (_, n) => visitOf(members[n % members.length]!, visited, n))
}

/** The load of visits, each request of which has a place of its own. */
export const loadOf = ({ address }: Site, visits: KindOfRequest[][]): Load => {
  let count = 0
  const places = visits.map((requests) => requests.map(() => count++))
  return { address, connections: 1, seconds: 1, requests: visits.flat(), visits: places }
}

const isGood = ({ p99, failed }: DriveResult) => p99 <= MOST_MS && Object.keys(failed).length === 0

/** The highest rate at which all is answered in time, with what was answered then. */
export const findRate = async (load: Load): Promise<{ rate: number; result: DriveResult | undefined }> => {
  let best: { rate: number; result: DriveResult | undefined } = { rate: 0, result: undefined }
  for (let rate = FIRST_RATE, failures = 0; failures < 2; rate *= FASTER) {
    const result = await generate({ ...load, perSecond: rate })
    console.error(`${rate.toFixed(0)} visits/s: p99 ${result.p99.toFixed(0)} ms ${JSON.stringify(result.failed)}`)
    failures = isGood(result) ? 0 : failures + 1
    if (isGood(result)) best = { rate, result }
  }
  return best
}

/** Processor time of one request of each kind in all processes of the site, in milliseconds, with one connection. */
const costsOf = async (site: Site, requests: KindOfRequest[], seconds: number): Promise<Map<string, number>> => {
  const roots = await site.roots()
  const costs = new Map<string, number>()
  for (const [kind, all] of Map.groupBy(requests, ({ kind }) => kind)) {
    const load = { address: site.address, connections: 1, seconds, requests: all }
    await drive({ ...load, seconds: seconds / 2 })
    const before = await cpuOf(roots)
    const { count } = await drive(load)
    costs.set(kind, (((await cpuOf(roots)) - before) * 1000) / count)
  }
  return costs
}

const listed = (costs: Map<string, number>) =>
  [...costs]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, ms]) => `${kind} ${ms.toFixed(ms < 1 ? 2 : 1)}`)
    .join(', ')

const sumOf = (requests: KindOfRequest[], costs: Map<string, number>) =>
  requests.reduce((sum, { kind }) => sum + (costs.get(kind) ?? 0), 0)

const visitsRow: Row = {
  name: 'visits',
  what: `visits a second with p99 of all answers at most ${MOST_MS} ms`,
  goal: { atLeast: 80 },
  measure: async (site, { seconds }) => {
    await ensureTrained(site)
    const visits = await createVisits(site)
    const load = { ...loadOf(site, visits), seconds }
    await generate({ ...load, seconds: seconds * 2, perSecond: WARM_UP_RATE })
    const { rate, result } = await findRate(load)
    const costs = await costsOf(site, visits.flat(), Math.min(seconds, 2))
    const ofOne = sumOf(visits.flat(), costs) / visits.length
    const note = `p50 ${result?.p50.toFixed(1)} ms, p99 ${result?.p99.toFixed(0)} ms; processor time, ms: ${listed(costs)}`
    return { ours: [rate], unit: '/s', cpu: ofOne, note }
  },
}

const memberHome: Row = {
  name: 'member-home',
  what: "ms of processor time for all calls of a member's home",
  goal: { atMost: 5 },
  measure: async (site, { rounds, seconds }) => {
    await ensureTrained(site)
    const homes = (await createMembers(site)).map(homeOf)
    const ours: number[] = []
    let costs = new Map<string, number>()
    for (let round = 0; round < rounds; round += 1) {
      costs = await costsOf(site, homes.flat(), Math.min(seconds, 2))
      ours.push(sumOf(homes[0] ?? [], costs))
    }
    return { ours, unit: 'ms', note: listed(costs) }
  },
}

export const visitRows = [visitsRow, memberHome]
