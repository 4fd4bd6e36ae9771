import { expect, test } from 'vitest'
import { createCircuit } from './circuit.ts'

const FAILURE = new Error('failed')
const MISSING = new Error('missing')
const REFUSAL = new Error('refused')

const open = () => {
  const clock = { ms: 0, calls: 0 }
  const circuit = createCircuit({
    isFailure: (error) => error === FAILURE,
    refusal: () => REFUSAL,
    now: () => clock.ms,
  })
  const run = (error?: Error) =>
    circuit
      .run(async () => {
        clock.calls += 1
        if (error) throw error
        return 'done'
      })
      .catch((thrown: unknown) => thrown)
  return { clock, run }
}

test('after five failures in a row no call is made for five seconds, then one is tried', async () => {
  const { clock, run } = open()
  for (let n = 0; n < 5; n += 1) expect(await run(FAILURE)).toBe(FAILURE)
  expect(await run()).toBe(REFUSAL)
  clock.ms = 4999
  expect(await run()).toBe(REFUSAL)
  expect(clock.calls).toBe(5)
  clock.ms = 5000
  expect(await Promise.all([run(FAILURE), run(), run()])).toEqual([FAILURE, REFUSAL, REFUSAL])
  clock.ms = 10_000
  expect(await run()).toBe('done')
  expect(await Promise.all([run(), run()])).toEqual(['done', 'done'])
})

test('successes and errors of the caller between failures close it', async () => {
  const { run } = open()
  for (const between of [undefined, MISSING]) {
    for (let n = 0; n < 4; n += 1) await run(FAILURE)
    await run(between)
  }
  for (let n = 0; n < 4; n += 1) expect(await run(FAILURE)).toBe(FAILURE)
  expect(await run()).toBe('done')
})
