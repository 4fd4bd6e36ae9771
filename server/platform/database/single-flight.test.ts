import fc from 'fast-check'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchLoader, createSingleFlight } from './single-flight.ts'

/** A value to read, with a delay for each read; a read returns the value at its start. */
const aPlace = () => {
  let written = 0
  let reading = 0
  let most = 0
  let reads = 0
  return {
    write: () => (written += 1),
    written: () => written,
    most: () => most,
    reads: () => reads,
    read: async (ms: number, fails = false) => {
      const seen = written
      reads += 1
      reading += 1
      most = Math.max(most, reading)
      await pause(ms)
      reading -= 1
      if (fails) throw new Error(`failed at ${seen}`)
      return seen
    },
  }
}

test('concurrent callers share one read; callers that arrive during it share the next', async () => {
  const place = aPlace()
  const share = createSingleFlight()
  const ask = () => share('all', () => place.read(20))
  const first = [ask(), ask(), ask()]
  await pause(5)
  place.write()
  const second = [ask(), ask()]
  expect(await Promise.all(first)).toEqual([0, 0, 0])
  expect(await Promise.all(second)).toEqual([1, 1])
  expect([place.reads(), place.most()]).toEqual([2, 1])
})

test('reads of different keys do not wait for each other', async () => {
  const share = createSingleFlight()
  const place = aPlace()
  await Promise.all(['one', 'two', 'three'].map((key) => share(key, () => place.read(10))))
  expect([place.reads(), place.most()]).toEqual([3, 3])
})

const steps = fc.array(
  fc.record({
    afterMs: fc.nat(4),
    writes: fc.boolean(),
    key: fc.constantFrom('one', 'two'),
    readMs: fc.nat(6),
    fails: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
)

test('a read always includes what was written before it was requested', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const place = aPlace()
      const share = createSingleFlight()
      const gathered = createBatchLoader(async (keys) => {
        const seen = await place.read(2)
        return new Map(keys.map((key) => [key, { key, seen }]))
      })
      const answers: Promise<unknown>[] = []
      for (const { afterMs, writes, key, readMs, fails } of given) {
        await pause(afterMs)
        if (writes) place.write()
        const before = place.written()
        const answer = share(key, () => place.read(readMs, fails)).catch(({ message }: Error) =>
          Number(message.replace('failed at ', '')),
        )
        answers.push(answer.then((seen) => expect(seen).toBeGreaterThanOrEqual(before)))
        const found = gathered(key).then((one) => {
          expect(one?.key).toBe(key)
          expect(one?.seen).toBeGreaterThanOrEqual(before)
        })
        answers.push(found)
      }
      await Promise.all(answers)
    }),
    { numRuns: 40 },
  )
}, 30_000)

test('all callers that share a read get its error, and the next read still starts', async () => {
  const share = createSingleFlight()
  const place = aPlace()
  const failing = Array.from({ length: 3 }, () => share('all', () => place.read(10, true)))
  await pause(3)
  const later = Array.from({ length: 2 }, () => share('all', () => place.read(1)))
  const results = await Promise.allSettled([...failing, ...later])
  expect(results.map(({ status }) => status)).toEqual([...Array(3).fill('rejected'), ...Array(2).fill('fulfilled')])
  const thrown = share('all', () => {
    throw new Error('before it began')
  })
  await expect(thrown).rejects.toThrow('before it began')
  expect(await share('all', () => place.read(1))).toBe(0)
})

test('concurrent lookups are batched, each key once', async () => {
  const asked: string[][] = []
  const find = createBatchLoader(async (keys) => {
    asked.push(keys)
    await pause(10)
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
  })
  const first = ['a', 'b', 'a', 'none'].map(find)
  await pause(5)
  const second = ['b', 'c'].map(find)
  expect(await Promise.all(first)).toEqual(['A', 'B', 'A', undefined])
  expect(await Promise.all(second)).toEqual(['B', 'C'])
  expect(asked).toEqual([
    ['a', 'b', 'none'],
    ['b', 'c'],
  ])
})

test('a failed lookup is not cached', async () => {
  let fails = true
  const asked: string[][] = []
  const find = createBatchLoader(async (keys) => {
    asked.push(keys)
    if (fails) throw new Error('away')
    return new Map(keys.map((key) => [key, key]))
  })
  const results = await Promise.allSettled(['a', 'b'].map(find))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await find('c')).toBe('c')
  expect(asked.at(-1)).toEqual(['c'])
})
