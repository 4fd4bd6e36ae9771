import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS } from './access-table.ts'
import { nameOf, prepare, send } from './call-with.ts'

/** The number of runs; set FUZZ_RUNS for more. */
export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 12)
/** The time for the runs of a call after the first one, which may have to start a process, as the report of a page does. */
const CALL_MS = Number(process.env['FUZZ_CALL_MS'] ?? 60_000)

export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', ' ', '\0', '\u202E', '%', "'"),
)
const anyValue = fc.oneof(
  anyText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A valid body with some fields changed, removed or added; or any JSON value. */
const bodyLike = (body: unknown) => {
  const right = typeof body === 'object' && body !== null && !(body instanceof FormData) ? body : {}
  const fields = Object.keys(right)
  const changed = fc.dictionary(
    fields.length > 0 ? fc.oneof(fc.constantFrom(...fields), fc.string()) : fc.string(),
    anyValue,
    { maxKeys: 3 },
  )
  const mutated = fc
    .tuple(changed, fc.subarray(fields))
    .map(([changes, dropped]) =>
      Object.fromEntries(Object.entries({ ...right, ...changes }).filter(([name]) => !dropped.includes(name))),
    )
  return fc.oneof({ weight: 4, arbitrary: mutated }, fc.jsonValue())
}

const queryLike = fc.dictionary(
  fc.oneof(
    fc.constantFrom('page', 'limit', 'query', 'genre', 'sort', 'after', 'status', 'page[]'),
    fc.string({ maxLength: 8 }),
  ),
  anyText,
  { maxKeys: 4 },
)

const encoded = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')

/** Sends random inputs to the calls of the access table with these names, on a site of their own. */
export const testRandomInputs = (isTested: (name: string) => boolean): (() => TestSite) => {
  let site: TestSite
  beforeAll(async () => {
    site = await openTestSite()
    await site.startJobs()
  })
  afterAll(() => site.close())

  describe('no request is answered with a 5xx status', () => {
    test.each(Object.keys(ACCESS).filter(isTested))('%s', { timeout: 300_000 }, async (name) => {
      const call = site.served.find((served) => nameOf(served) === name)
      if (!call) throw new Error('the site does not serve this call')
      const prepared = await prepare(site, call)
      let until = Infinity
      await fc.assert(
        fc.asyncProperty(bodyLike(prepared.body), queryLike, async (body, query) => {
          if (performance.now() > until) return
          const url = `${prepared.url.split('?')[0]}?${encoded(query)}`
          const payload = call.body ? JSON.stringify(body) : undefined
          expect(await send(site, prepared, { url, ...(payload !== undefined && { payload }) })).toBeLessThan(500)
          until = Math.min(until, performance.now() + CALL_MS)
        }),
        { numRuns: RUNS },
      )
    })
  })
  return () => site
}
