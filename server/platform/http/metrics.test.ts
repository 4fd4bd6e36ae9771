import { afterAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing.ts'
import { listen } from './testing-socket.ts'

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
  for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+ [\d.e+-]+)$/)
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
