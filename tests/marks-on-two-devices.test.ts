import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#contract/api/client.ts'
import type { MarkContent } from '#contract/marks.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import type { Choice } from '#web/marks/merge-marks.ts'
import { type MarkStore, createMarkStore } from '#web/marks/mark-store.ts'
import { writeStored } from '#web/session/browser-storage.ts'
import { memoryMarks } from '#web/session/stored-marks.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

/** How a device reaches the server: not at all, or so that the answer of a call is lost after the server has acted. */
type Network = 'on' | 'off' | 'answers lost'

interface Device {
  store: MarkStore
  network: Network
}

const aDevice = (api: Api, userId: string, bookId: string, storage = memoryMarks()): Device => {
  const device: Partial<Device> = { network: 'on' }
  const overNetwork = (async (...input: Parameters<Api>) => {
    if (device.network === 'off') throw new TypeError('Failed to fetch')
    const answer = await api(...input)
    if (device.network === 'answers lost') throw new TypeError('Failed to fetch')
    return answer
  }) as Api
  device.store = createMarkStore(storage, overNetwork, { userId, bookId })
  return device as Device
}

const contentOf = (note: string): MarkContent => ({
  color: 'gold',
  note,
  file: '',
  createdAt: '2026-05-01T12:00:00.000Z',
  anchors: [{ page: 1, start: 0, end: 4, exact: 'Once', prefix: '', suffix: '' }],
})

const DEVICE = fc.constantFrom(0, 1)
const STEP = fc.oneof(
  fc.record({ do: fc.constant('add' as const), on: DEVICE }),
  fc.record({ do: fc.constant('change' as const), on: DEVICE, which: fc.nat(20) }),
  fc.record({ do: fc.constant('delete' as const), on: DEVICE, which: fc.nat(20) }),
  fc.record({ do: fc.constant('sync' as const), on: DEVICE }),
  fc.record({
    do: fc.constant('network' as const),
    on: DEVICE,
    network: fc.constantFrom<Network>('on', 'off', 'answers lost'),
  }),
)

/**
 * Every state of a mark that a reader has made: its note, or its deletion. A state is settled when the reader has replaced
 * it on a device that showed it, or has decided against it; all others must be there in the end.
 */
const createLedger = () => {
  const open = new Map<string, Set<string>>()
  const of = (id: string) => {
    const states = open.get(id) ?? new Set<string>()
    open.set(id, states)
    return states
  }
  return {
    made: (id: string, state: string, seen?: string) => {
      if (seen !== undefined) of(id).delete(seen)
      of(id).add(state)
    },
    settled: (id: string, state: string) => of(id).delete(state),
    open,
  }
}

const DELETED = '(deleted)'
const stateOf = (content: MarkContent | null | undefined) => content?.note ?? DELETED

test('two devices, one of them offline for a week: no mark is lost, none is there twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(STEP, { minLength: 10, maxLength: 40 }),
      fc.infiniteStream(fc.constantFrom<Choice>('own', 'other')),
      async (steps, choices) => {
        const [{ _id: userId, token }, [bookId = '']] = await Promise.all([
          site.aReader(),
          insertBooks(site.services, [{}]),
        ])
        const devices = [0, 1].map(() => aDevice(site.api({ token }), userId, bookId))
        const ledger = createLedger()
        let count = 0
        const act = async (step: (typeof steps)[number]) => {
          const device = devices[step.on]
          if (!device) return
          const { store } = device
          const shown = store.snapshot().marks
          if (step.do === 'network') device.network = step.network
          if (step.do === 'sync') await store.sync()
          if (step.do === 'add') {
            const note = `Note ${count++}`
            ledger.made(await store.add(contentOf(note)), note)
          }
          const mark = 'which' in step ? shown[step.which % Math.max(shown.length, 1)] : undefined
          if (!mark) return
          const note = step.do === 'delete' ? DELETED : `Note ${count++}`
          ledger.made(mark.id, note, stateOf(mark.content))
          if (step.do === 'delete') await store.remove(mark.id)
          else await store.change(mark.id, { ...mark.content, note })
        }
        // The second device is offline for a week in the middle.
        for (const [index, step] of steps.entries()) {
          if (index === Math.floor(steps.length / 4)) devices[1]!.network = 'off'
          if (index === Math.floor((steps.length * 3) / 4)) site.skip(7 * 86_400_000)
          await act(step.do === 'network' && step.on === 1 && index > steps.length / 4 ? { do: 'sync', on: 1 } : step)
        }
        for (const device of devices) device.network = 'on'
        const syncAll = async () => {
          for (let round = 0; round < 3; round++) for (const { store } of devices) await store.sync()
        }
        await syncAll()
        for (let round = 0; devices.some(({ store }) => store.snapshot().conflicts.length > 0); round++) {
          expect(round).toBeLessThan(100)
          for (const { store } of devices) {
            const [conflict] = store.snapshot().conflicts
            if (!conflict) continue
            const { value: choice } = choices.next()
            // What the reader sees in the dialog, and decides against.
            ledger.settled(conflict.id, stateOf(choice === 'own' ? conflict.conflict?.content : conflict.content))
            await store.decide(conflict.id, choice)
            await syncAll()
          }
        }
        const [one, other] = devices.map(({ store }) => store.snapshot())
        const notes = (state: typeof one) => state?.marks.map(({ id, content }) => `${id} ${content.note}`).toSorted()
        expect(notes(one)).toEqual(notes(other))
        expect(new Set(one?.marks.map(({ id }) => id)).size).toBe(one?.marks.length)
        const there = new Map(one?.marks.map(({ id, content }) => [id, content.note]))
        for (const [id, states] of ledger.open) expect([...states]).toEqual([there.get(id) ?? DELETED])
        expect([one?.sync, other?.sync]).toEqual(['sent', 'sent'])
      },
    ),
    { numRuns: 100 },
  )
})

test('a change whose answer was lost is not a conflict with itself', async () => {
  const [{ _id: userId, token }, [bookId = '']] = await Promise.all([site.aReader(), insertBooks(site.services, [{}])])
  const device = aDevice(site.api({ token }), userId, bookId)
  device.network = 'answers lost'
  const id = await device.store.add(contentOf('First'))
  await device.store.sync()
  await device.store.change(id, contentOf('Second'))
  await device.store.sync()
  expect(device.store.snapshot().sync).toBe('unsent')
  device.network = 'on'
  await device.store.sync()
  expect(device.store.snapshot()).toMatchObject({
    conflicts: [],
    sync: 'sent',
    marks: [{ content: { note: 'Second' } }],
  })
})

test('one change that the server refuses does not stop the others', async () => {
  const [{ _id: userId, token }, [bookId = '']] = await Promise.all([site.aReader(), insertBooks(site.services, [{}])])
  const { store } = aDevice(site.api({ token }), userId, bookId)
  await store.addAll([
    { id: randomUUID(), content: { ...contentOf('Refused'), createdAt: 'never' } },
    { id: randomUUID(), content: contentOf('Saved') },
  ])
  await store.sync()
  expect(store.snapshot()).toMatchObject({ sync: 'refused' })
  const other = aDevice(site.api({ token }), userId, bookId).store
  await other.sync()
  expect(other.snapshot().marks).toMatchObject([{ content: { note: 'Saved' } }])
})

test('a logout while marks are loaded leaves none behind and hides none later', async () => {
  const [{ _id: userId, token }, [bookId = '']] = await Promise.all([site.aReader(), insertBooks(site.services, [{}])])
  const api = site.api({ token })
  const other = aDevice(api, userId, bookId).store
  const owner = { userId, bookId }
  const storage = memoryMarks()
  let isLogout = false
  const { store } = aDevice(
    (async (...input: Parameters<Api>) => {
      const answer = await api(...input)
      if (isLogout) {
        writeStored('localStorage', 'token', null)
        await storage.removeSent()
      }
      return answer
    }) as Api,
    userId,
    bookId,
    storage,
  )
  const logOutDuringSync = async () => {
    isLogout = true
    await store.sync()
    isLogout = false
    expect(await storage.load(owner)).toEqual({ marks: [], revision: 0 })
  }
  writeStored('localStorage', 'token', token)
  await other.add(contentOf('First'))
  await other.sync()
  await logOutDuringSync()
  writeStored('localStorage', 'token', token)
  await store.sync()
  expect(store.snapshot().marks).toMatchObject([{ content: { note: 'First' } }])
  await other.add(contentOf('Second'))
  await other.sync()
  await logOutDuringSync()
  await store.sync()
  expect(store.snapshot().marks.length).toBe(2)
})

test('what another tab has loaded or a logout has removed meanwhile is not set to an earlier answer', async () => {
  const owner = { userId: randomUUID(), bookId: randomUUID() }
  const storage = memoryMarks()
  await storage.change(owner, [], () => undefined, { since: 0, revision: 5 })
  await storage.removeSent()
  await storage.change(owner, [], () => undefined, { since: 5, revision: 7 })
  expect(await storage.load(owner)).toEqual({ marks: [], revision: 0 })
})

test('a change that is sent again and again is remembered once', async () => {
  const storage = memoryMarks()
  const owner = { userId: randomUUID(), bookId: randomUUID() }
  const device = aDevice(site.api(), owner.userId, owner.bookId, storage)
  device.network = 'off'
  await device.store.add(contentOf('In a tunnel'))
  for (let attempt = 0; attempt < 3; attempt++) await device.store.sync()
  const [mark] = (await storage.load(owner)).marks
  expect(mark?.sent).toEqual([mark?.change])
})

test('marks in a book that is gone are not sent for ever, and go with the logout', async () => {
  const { _id: userId, token } = await site.aReader()
  const owner = { userId, bookId: randomUUID() }
  const storage = memoryMarks()
  const { store } = aDevice(site.api({ token }), userId, owner.bookId, storage)
  await store.add(contentOf('In vain'))
  await store.sync()
  expect(store.snapshot().sync).toBe('refused')
  expect(await storage.booksWithUnsent(userId)).toEqual([])
  await storage.removeSent()
  expect((await storage.load(owner)).marks).toEqual([])
})
