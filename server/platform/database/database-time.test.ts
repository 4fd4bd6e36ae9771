import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('database-time.ts', import.meta.url).href
const FLAGS = ['--expose-gc', '--input-type=module', '--eval']
const RESULTS = 2000
const RESULT_BYTES = 10_000

/** Prints how many bytes of results minor collections have moved to the old generation. */
const SCRIPT = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { setImmediate as turn } from 'node:timers/promises'
  import { DatabaseTime } from '${MODULE}'

  const oldBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size
  const read = async (n) => {
    await turn()
    return Buffer.alloc(${RESULT_BYTES}, n % 256).toString('latin1')
  }
  let left = 0
  const client = async () => {
    while (left-- > 0) await new DatabaseTime().limit(() => read(left))
  }
  const serve = async (requests) => {
    left = requests
    await Promise.all(Array.from({ length: 16 }, client))
  }
  await serve(200)
  // The waits that are running get old.
  const serving = serve(100)
  await turn()
  gc()
  await serving
  const before = oldBytes()
  for (let served = 0; served < ${RESULTS}; served += 100) {
    await serve(100)
    gc({ type: 'minor' })
  }
  console.log(oldBytes() - before)
`

test('results of the database do not outlive minor garbage collections', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, SCRIPT])
  expect(Number(stdout)).toBeLessThan((RESULTS * RESULT_BYTES) / 10)
})
