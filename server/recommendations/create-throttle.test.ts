import { expect, test } from 'vitest'
import { createThrottle } from './create-throttle.ts'

/** A clock that only work and pauses move. */
const aClock = () => {
  let time = 0
  const pauses: number[] = []
  return {
    pauses,
    work: (ms: number) => (time += ms),
    now: () => time,
    pause: async (ms: number) => {
      pauses.push(ms)
      time += ms
    },
  }
}

test('a computation works for its share of the time', async () => {
  const clock = aClock()
  const throttle = createThrottle(0.25, clock)
  for (let step = 0; step < 1000; step += 1) {
    clock.work(1)
    await throttle()
  }
  expect(clock.pauses).toHaveLength(10)
  expect(clock.now()).toBe(1000 / 0.25)
})

test('a long step is followed by a long pause, up to five seconds', async () => {
  const clock = aClock()
  const throttle = createThrottle(0.5, clock)
  clock.work(300)
  await throttle()
  expect(clock.pauses).toEqual([300])
  clock.work(99)
  await throttle()
  expect(clock.pauses).toEqual([300])
  clock.work(60_000)
  await throttle()
  expect(clock.pauses).toEqual([300, 5000])
})
