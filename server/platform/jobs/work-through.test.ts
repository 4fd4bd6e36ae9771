import { expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { workThrough } from './work-through.ts'

const log = createLog('silent')
const storageThat = (check: () => Promise<void>) => ({ log, storage: { check } as never })
const works = storageThat(async () => {})

/** What happens to pieces of these names, each of which is claimed once. */
const record = async (
  names: string[],
  work: (name: string) => Promise<unknown>,
  { services = works, stopping = new AbortController().signal } = {},
) => {
  const happened: string[] = []
  const left = [...names]
  const end = await workThrough(services, stopping, {
    name: 'the work',
    claim: async () => left.shift(),
    work: async (name) => {
      await work(name)
      happened.push(`${name} is done`)
    },
    postpone: (name, until) => happened.push(`${name} ${until instanceof Date ? 'is free' : 'is postponed'}`),
    lasting: {
      reasonOf: (error) => (error instanceof RangeError ? 'range' : undefined),
      giveUp: async (name) => happened.push(`${name} is given up`),
    },
    about: (name) => ({ name }),
  }).catch((error: Error) => error.message)
  return { happened, left, end }
}

test('a piece that fails for good is given up, another one that fails is postponed, and the work goes on', async () => {
  const { happened } = await record(['a', 'b', 'c'], async (name) => {
    if (name === 'a') throw new RangeError()
    if (name === 'b') throw new Error('perhaps later')
  })
  expect(happened).toEqual(['a is given up', 'b is postponed', 'c is done'])
})

test.each([new Error('perhaps later'), new RangeError()])(
  'the work ends where the storage is down, and neither postpones nor gives up: %s',
  async (error) => {
    const fails = () => Promise.reject(error)
    const services = storageThat(() => Promise.reject(new Error('down')))
    expect(await record(['a', 'b'], fails, { services })).toEqual({ happened: [], left: ['b'], end: 'down' })
  },
)

test('a piece that the stop interrupts is free at once, and no other is claimed', async () => {
  const stop = new AbortController()
  const interrupted = async () => {
    stop.abort()
    throw new RangeError()
  }
  const { happened, left } = await record(['a', 'b'], interrupted, { stopping: stop.signal })
  expect([happened, left]).toEqual([['a is free'], ['b']])
})
