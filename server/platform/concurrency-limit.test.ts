import { expect, test } from 'vitest'
import { createConcurrencyLimit, forEachAtOnce } from './concurrency-limit.ts'

test('runs at most as many tasks at a time as allowed, in order, and rejects a task when the queue is full', async () => {
  const limit = createConcurrencyLimit({ concurrency: 2, maxQueue: 1, onFull: () => new Error('too many') })
  const started: string[] = []
  const start = (name: string) => {
    const gate = Promise.withResolvers<string>()
    const result = limit(() => {
      started.push(name)
      return gate.promise
    })
    return { ...gate, result }
  }
  const first = start('first')
  const second = start('second')
  const third = start('third')
  await expect(limit(async () => 'fourth')).rejects.toThrow('too many')
  expect(started).toEqual(['first', 'second'])

  second.reject(new Error('failed'))
  await expect(second.result).rejects.toThrow('failed')
  first.resolve('done')
  third.resolve('done too')
  expect(await Promise.all([first.result, third.result])).toEqual(['done', 'done too'])
  expect(started).toEqual(['first', 'second', 'third'])
})

test('every item is worked on, a few at once, whether they are at hand or still come', async () => {
  const listed = async function* () {
    yield* [1, 2, 3, 4, 5]
  }
  for (const items of [[1, 2, 3, 4, 5], listed()]) {
    const done: number[] = []
    let running = 0
    await forEachAtOnce(2, items, async (item) => {
      expect(++running).toBeLessThanOrEqual(2)
      await Promise.resolve()
      running -= 1
      done.push(item)
    })
    expect(done).toEqual([1, 2, 3, 4, 5])
  }
})
