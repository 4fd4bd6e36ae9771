import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const FLAGS = ['--expose-gc', '--allow-natives-syntax', '--fuzzing', '--input-type=module', '--eval']
const MODULE = new URL('keep-tick-object.ts', import.meta.url).href

/** Prints what V8 knows of the properties of tick objects after garbage collections that found no other one. */
const script = (before: string) => `
  import { setTimeout as pause } from 'node:timers/promises'
  ${before}
  const tick = async () => { process.nextTick(() => {}); await pause(1) }
  for (let n = 0; n < 20; n += 1) await tick()
  for (let n = 0; n < 6; n += 1) { gc(); await pause(1) }
  await tick()
  const states = %GetFeedback(process.nextTick).filter((entry) => entry?.[0] === 'DefineKeyedOwnPropertyInLiteral')
  console.log([...new Set(states.map(([, state]) => state.split('\\n', 1)[0]))].join())
  globalThis.end?.()
`

const printedBy = async (code: string) => (await promisify(execFile)(process.execPath, [...FLAGS, code])).stdout.trim()

const KEEP = `
  import { keepTickObject } from '${MODULE}'
  const kept = keepTickObject()
  globalThis.end = () => kept
`

test('the fast path of process.nextTick survives garbage collections only with a kept tick object', async () => {
  expect(await printedBy(script(''))).toBe('MONOMORPHIC,MEGAMORPHIC')
  expect(await printedBy(script(KEEP))).toBe('MONOMORPHIC')
})
