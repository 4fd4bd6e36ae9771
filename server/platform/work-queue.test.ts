import { expect, test } from 'vitest'
import { requestContext, runInContext } from './request-context.ts'
import { createWorkQueue } from './work-queue.ts'

/** A queue with this many waiting, whose work ends when `release` is called. */
const queueWith = async (waiting: number) => {
  const queue = createWorkQueue({ concurrency: 2, minQueue: 10 })
  const gate = Promise.withResolvers<void>()
  const results = Array.from({ length: waiting + 2 }, () => queue.run(() => gate.promise))
  await new Promise(setImmediate)
  return { queue, release: () => (gate.resolve(), Promise.all(results)) }
}

test('the longer the queue, the more is refused: uploads first, then writes, then reads', async () => {
  const refusedWith = async (waiting: number) => {
    const { queue, release } = await queueWith(waiting)
    const refused = (['upload', 'write', 'read'] as const).filter((kind) => queue.isFull(kind))
    await release()
    return refused
  }
  expect(await refusedWith(150)).toEqual([])
  expect(await refusedWith(300)).toEqual(['upload'])
  expect(await refusedWith(700)).toEqual(['upload', 'write'])
  expect(await refusedWith(1200)).toEqual(['upload', 'write', 'read'])
})

test('a queue whose work takes long is full earlier, but never with few waiting', async () => {
  const queue = createWorkQueue({ concurrency: 1, minQueue: 10 })
  const slow = () => queue.run(() => new Promise<void>((later) => setTimeout(later, 10)))
  await Promise.all(Array.from({ length: 60 }, slow))
  const waiting = Array.from({ length: 10 }, slow)
  await new Promise(setImmediate)
  expect(queue.isFull('upload')).toBe(false)
  waiting.push(...Array.from({ length: 40 }, slow))
  await new Promise(setImmediate)
  expect(queue.isFull('upload')).toBe(true)
  expect(() => queue.assertRoom('upload')).toThrow(expect.objectContaining({ type: 'overloaded', retryAfter: 2 }))
  await Promise.all(waiting)
  expect(queue.isFull('upload')).toBe(false)
})

test('work runs in order, and failed work makes room', async () => {
  const queue = createWorkQueue({ concurrency: 1, minQueue: 10 })
  const order: number[] = []
  const failing = queue.run(async () => Promise.reject(new Error('failed')))
  const others = [1, 2].map((n) => queue.run(async () => void order.push(n)))
  await expect(failing).rejects.toThrow('failed')
  await Promise.all(others)
  expect(order).toEqual([1, 2])
})

test('work whose request has waited too long leaves the queue, and the turn goes to the next', async () => {
  const queue = createWorkQueue({ concurrency: 1, minQueue: 10 })
  const first = Promise.withResolvers<void>()
  const running = queue.run(() => first.promise)
  const given = runInContext(requestContext('one', undefined), () => queue.run(async () => 'never run'))
  await expect(given).rejects.toThrow('the database took too long')
  expect(queue.waiting()).toBe(0)
  const next = queue.run(async () => 'next')
  first.resolve()
  await running
  expect(await next).toBe('next')
  expect(await queue.run(async () => 'and one more')).toBe('and one more')
})
