import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { listen } from '#server/testing/raw-socket.ts'

/** A line of the text format: a comment, or a figure with its labels. */
const LINE = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? (?:[\d.e+-]+|NaN))$/i
const DASHBOARD = join(import.meta.dirname, '../../../../docs/grafana-dashboard.json')
const TOKEN = 'a-token-for-the-metrics'
const sites: TestSite[] = []
afterAll(() => Promise.all(sites.map((site) => site.close())))

const openSite = async (env: Record<string, string> = {}) => {
  const site = await openTestSite({ env })
  sites.push(site)
  return site
}

test('without METRICS_TOKEN only this machine gets the metrics', async () => {
  const site = await openSite()
  const address = `http://127.0.0.1:${await listen(site.app)}`
  await fetch(`${address}/api/books/new`)
  const answer = await fetch(`${address}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=/),
  ])
  const text = await answer.text()
  expect(Number(/^quillhouse_requests_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(2)
  for (const line of text.split('\n').filter((line) => line !== '')) expect(line).toMatch(LINE)
  const refused = [
    { url: '/metrics', remoteAddress: '192.0.2.1' },
    { url: '/metrics', remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '192.0.2.1' } },
  ]
  for (const asked of refused) expect((await site.app.inject(asked)).statusCode).toBe(404)
})

test('with METRICS_TOKEN everybody who sends it gets them, and nobody else', async () => {
  const site = await openSite({ METRICS_TOKEN: TOKEN })
  const ask = async (authorization?: string) =>
    (await site.app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) })).statusCode
  expect([await ask(), await ask(`Bearer ${TOKEN}x`), await ask(TOKEN), await ask(`Bearer ${TOKEN}`)]).toEqual([
    404, 404, 404, 200,
  ])
})

/** The figures with this name, by their labels. */
const figuresIn = (text: string, name: string) =>
  new Map(
    [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))].map(([, labels = '', n]) => [
      labels,
      Number(n),
    ]),
  )

test('requests are counted by call and status with their times, from the cache too', async () => {
  const site = await openSite()
  const address = `http://127.0.0.1:${await listen(site.app)}`
  await fetch(`${address}/metrics`)
  const reader = await site.aReader()
  // The first answer that another request could get waits for the invalidations of other processes, and is made again.
  const paths = [
    '/api/books/new',
    '/api/books/new',
    '/api/books/new',
    '/api/books',
    `/api/books/${crypto.randomUUID()}`,
    '/api/nothing',
  ]
  for (const path of paths) await (await fetch(address + path)).text()
  await fetch(`${address}/api/books`, { headers: { authorization: `Bearer ${reader.token}` } })
  const text = await (await fetch(`${address}/metrics`)).text()
  const counts = figuresIn(text, 'quillhouse_request_seconds_count')
  expect(Object.fromEntries(counts)).toMatchObject({
    '{call="GET /books/new",status="200"}': 3,
    '{call="GET /books",status="401"}': 1,
    '{call="GET /books",status="200"}': 1,
    '{call="GET /books/:id",status="404"}': 1,
    '{call="/api/",status="404"}': 1,
  })
  const sums = figuresIn(text, 'quillhouse_request_seconds_sum')
  expect(sums.get('{call="GET /books",status="200"}')).toBeGreaterThan(0)
  expect(figuresIn(text, 'quillhouse_cache_requests_total').get('{result="served"}')).toBeGreaterThan(0)
})

test('uploads, jobs, the pool, the disk, memory and the event loop have figures', async () => {
  const site = await openSite()
  await site.startJobs()
  const address = `http://127.0.0.1:${await listen(site.app)}`
  await fetch(`${address}/metrics`)
  const reader = await site.aReader()
  const body = new FormData()
  body.set('image', new Blob(['no picture']), 'me.png')
  const headers = { authorization: `Bearer ${reader.token}` }
  const { status } = await fetch(`${address}/api/auth/profile-image`, { method: 'PUT', body, headers })
  await site.services.jobs.enqueue(site.services.db, 'verification-mail', { userId: reader._id })
  const text = await (await fetch(`${address}/metrics`)).text()
  const uploaded = figuresIn(text, 'quillhouse_upload_bytes_total')
  expect(uploaded.get(`{call="PUT /auth/profile-image",status="${status}"}`)).toBeGreaterThan(100)
  const queues = [...figuresIn(text, 'quillhouse_jobs').keys()]
  expect(queues).toContainEqual(expect.stringMatching(/queue="verification-mail",state="\w+"/))
  const pool = figuresIn(text, 'quillhouse_database_connections')
  expect([...pool.keys()]).toEqual(['{state="used"}', '{state="idle"}', '{state="waiting"}'])
  expect((pool.get('{state="used"}') ?? 0) + (pool.get('{state="idle"}') ?? 0)).toBeGreaterThan(0)
  for (const name of ['quillhouse_disk_free_bytes', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect([name, figuresIn(text, name).get('') ?? 0]).toEqual([name, expect.toSatisfy((value) => value > 0)])
  expect(figuresIn(text, 'nodejs_eventloop_lag_p99_seconds').has('')).toBe(true)
})

test('the figures are there while the database does not answer, but for its jobs', async () => {
  const site = await openSite()
  const { createFigures } = await import('./figures.ts')
  const sources = {
    served: site.served,
    connections: () => ({ open: 1, requests: 2 }),
    refused: () => 3,
    waitingCalls: () => 4,
  }
  const db = site.services.db.withSchema('public')
  const broken = {
    ...site.services,
    db: new Proxy(db, {
      get: () => {
        throw new Error('no connection')
      },
    }),
  }
  const text = await createFigures(broken, sources).text()
  expect([figuresIn(text, 'quillhouse_refused_total').get(''), figuresIn(text, 'quillhouse_jobs').size]).toEqual([3, 0])
})

test('the dashboard for Grafana asks only for figures and labels that exist, those of a replica too', async () => {
  const nowhere = 'postgres://postgres@127.0.0.1:1/postgres'
  const site = await openSite({ DATABASE_URL: nowhere, DATABASE_REPLICA_URL: nowhere })
  await site.startJobs()
  const address = `http://127.0.0.1:${await listen(site.app)}`
  await fetch(`${address}/metrics`)
  const body = new FormData()
  body.set('image', new Blob(['no picture']), 'me.png')
  await fetch(`${address}/api/auth/profile-image`, { method: 'PUT', body })
  await site.services.jobs.enqueue(site.services.db, 'verification-mail', { userId: crypto.randomUUID() })
  const text = await (await fetch(`${address}/metrics`)).text()
  const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(10)
  for (const name of ['quillhouse_replica_reads_total', 'quillhouse_replica_lag_seconds'])
    expect(queries).toContainEqual(expect.stringContaining(name))
  const asked = queries.flatMap((query) => [
    ...query.matchAll(/\b((?:quillhouse|process|nodejs)_\w+)(?:\{([^}]*)\})?/g),
  ])
  expect(asked.length).toBeGreaterThanOrEqual(queries.length)
  for (const [, name = '', matchers = ''] of asked) {
    const found = [...figuresIn(text, name).keys()]
    expect([name, found.length]).toEqual([name, expect.toSatisfy((count) => count > 0)])
    for (const [label] of matchers.matchAll(/\w+(?==|!=)/g))
      expect([name, found[0]]).toEqual([name, expect.stringContaining(`${label}=`)])
  }
  for (const query of queries)
    for (const [, labels = '', name = ''] of query.matchAll(/by \(([^)]*)\) \(rate\((quillhouse_\w+)/g)) {
      // Prometheus adds the instance.
      const own = labels.split(', ').filter((label) => label !== 'instance')
      for (const label of own)
        expect([query, [...figuresIn(text, name).keys()][0]]).toEqual([query, expect.stringContaining(`${label}=`)])
    }
})
