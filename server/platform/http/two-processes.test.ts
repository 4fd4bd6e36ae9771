import { afterAll, beforeAll, expect, test } from 'vitest'
import { topRatedBooks } from '#contract/books.ts'
import { addressOf } from '#contract/client.ts'
import { rateBook } from '#contract/ratings.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing.ts'

/** Enough to meet each way in which a write and a read can cross; .ci/run asks for 1,000. */
const ROUNDS = Number(process.env['CROSSINGS'] ?? 40)
const NEVER_OLD_AFTER_MS = 1000

let one: TestSite
let two: TestSite
let reader: Person
let book: string
let origin: string

beforeAll(async () => {
  one = await openTestSite()
  two = await openTestSite({ sharing: one })
  const author = await one.anAuthor()
  reader = await one.aReader()
  book = await one.aBookRow(author)
  await one.api(reader)(rateBook, { params: { id: book }, body: { rating: 3 } })
  origin = await two.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

test('a write through one process is never unseen through another after a second', { timeout: 600_000 }, async () => {
  const url = `${origin}${addressOf(topRatedBooks)}`
  const shown = async () => ((await (await fetch(url)).json()) as { Rating: number }[])[0]?.Rating
  const waits: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await shown()
    const stars = (round % 5) + 1
    await one.api(reader)(rateBook, { params: { id: book }, body: { rating: stars } })
    const written = performance.now()
    while ((await shown()) !== stars) {
      if (performance.now() - written > NEVER_OLD_AFTER_MS)
        expect.unreachable(`round ${round}: still old after a second`)
    }
    waits.push(performance.now() - written)
  }
  console.log(`seen after ${Math.round(Math.max(...waits))} ms at most, in ${ROUNDS} rounds`)
})
