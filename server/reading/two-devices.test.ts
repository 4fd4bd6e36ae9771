import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPosition, type Position, savePosition } from '#contract/reading.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { getPosition as readPosition } from './position.ts'

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
})
afterAll(() => site.close())

const PAGES = 300

type Sent = { page: number; step: number; seen: number }

/** An action of one of the devices, with a page. */
const anAct = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom('read', 'read', 'read', 'go', 'send', 'lose the answer', 'repeat', 'look', 'stay', 'be killed'),
  page: fc.integer({ min: 1, max: PAGES }),
})

/** A device behind a bad network: it reads offline, sends late, loses responses, repeats requests and restarts. */
const aDevice = (bookId: string, name: string) => {
  const device = { id: randomUUID(), name }
  const sent: Sent[] = []
  let page = 1
  let step = 0
  let seen = 0
  let told: Position | undefined
  let unsent: Sent | undefined
  const put = (one: Sent) => site.api(reader)(savePosition, { params: { id: bookId }, body: { device, ...one } })
  const hear = (answer: Position) => {
    told = answer
    if (answer.at?.isOwn) seen = answer.version
  }
  const turnTo = (next: number) => {
    page = next
    unsent = { page, step: ++step, seen }
  }
  return {
    id: device.id,
    state: () => ({ page, unsent, furthest: Math.max(...sent.map((one) => one.page)), last: sent.at(-1) }),
    read: () => turnTo(Math.min(page + 1, PAGES)),
    go: turnTo,
    send: async ({ heard = true } = {}) => {
      if (!unsent) return undefined
      const one = unsent
      sent.push(one)
      const answer = await put(one)
      if (heard) {
        unsent = undefined
        hear(answer)
      }
      return one
    },
    repeat: async (which: number) => {
      const one = sent.at(-1 - (which % 3))
      if (one) await put(one)
      return one
    },
    look: async () =>
      hear(await site.api(reader)(getPosition, { params: { id: bookId }, query: { device: device.id } })),
    /** The reader sees the position of the other device and stays at this one. */
    stay: () => {
      if (!told) return
      seen = Math.max(seen, told.version)
      turnTo(page)
    },
    /** After a restart only what is in its storage is left. */
    beKilled: () => {
      told = undefined
    },
  }
}

const look = (bookId: string, deviceId?: string) =>
  readPosition(site.services, { userId: reader._id, bookId, deviceId })

test(
  'no interleaving of two devices loses a position, or moves one back that the device has not seen',
  { timeout: 60_000 },
  async () => {
    const moved = { back: 0, kept: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 10, maxLength: 24 }), async (acts) => {
        const bookId = (await insertBooks(site.services, [{ pageCount: PAGES }]))[0] ?? ''
        const devices = [aDevice(bookId, 'Phone'), aDevice(bookId, 'Computer')] as const
        devices[0].go(PAGES / 2)
        await devices[0].send()
        for (const { who, what, page } of acts) {
          const device = devices[who] as (typeof devices)[0]
          const before = await look(bookId, device.id)
          if (what === 'read') device.read()
          if (what === 'go') device.go(page)
          if (what === 'look') await device.look()
          if (what === 'stay') device.stay()
          if (what === 'be killed') device.beKilled()
          const one =
            what === 'send' || what === 'lose the answer'
              ? await device.send({ heard: what === 'send' })
              : what === 'repeat'
                ? await device.repeat(page)
                : undefined
          const after = await look(bookId, device.id)
          const isOlder = one !== undefined && one.step <= (before.own?.step ?? 0)
          if (!one || isOlder) expect(after).toEqual(before)
          // The positions of other devices do not change.
          expect(after.others).toEqual(before.others)
          if (!before.at || !after.at || after.at.page >= before.at.page) {
            if (one && !isOlder && before.at && one.page < before.at.page) moved.kept++
            continue
          }
          // Only the device that set the shared position, or one that has seen it, may move it back.
          moved.back++
          expect(before.at.isOwn || (one?.seen ?? 0) >= before.version).toBe(true)
          expect(after.at).toMatchObject({ isOwn: true, page: one?.page })
        }
        for (const device of devices) {
          await device.send()
          const { last, furthest } = device.state()
          if (last)
            expect((await look(bookId, device.id)).own).toMatchObject({ page: last.page, step: last.step, furthest })
        }
      }),
      { numRuns: 100 },
    )
    // The runs covered both cases.
    expect(Math.min(moved.back, moved.kept)).toBeGreaterThan(10)
  },
)
