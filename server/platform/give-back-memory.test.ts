import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { collectAll } from './give-back-memory.ts'

const MB = 1024 * 1024
const youngest = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0

/** Lives just long enough that the youngest generation has to grow. */
const makeWork = () => {
  let lives: object[] = []
  for (let i = 0; i < 3_000_000; i++) {
    lives.push({ i, list: [i] })
    if (lives.length > 200_000) lives = []
  }
  return lives.length
}

test('what a load made the process take goes back to the system', () => {
  makeWork()
  expect(youngest()).toBeGreaterThan(16 * MB)
  collectAll()
  expect(youngest()).toBeLessThan(8 * MB)
})
