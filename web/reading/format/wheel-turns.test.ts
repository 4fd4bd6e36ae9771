import { expect, test } from 'vitest'
import { aGlide } from './testing-wheel.ts'
import { turnOnceInGesture } from './wheel-turns.ts'

type Event = [time: number, delta: number]

const turnsOf = (events: readonly Event[]) => {
  const onWheel = turnOnceInGesture()
  const turns: number[] = []
  for (const [time, delta] of events) onWheel(delta, time, (by) => turns.push(by) > 0)
  return turns
}

/** So many notches of a mouse, so many milliseconds apart. */
const notches = (count: number, apart: number, delta = 120) =>
  Array.from({ length: count }, (_, at): Event => [at * apart, delta])

/** What a busy page gets of events: those of 80 ms in one. */
const late = (events: Event[]) =>
  Object.values(Object.groupBy(events, ([time]) => Math.floor(time / 80))).map((group = []): Event => [
    group.at(-1)?.[0] ?? 0,
    group.reduce((sum, [, delta]) => sum + delta, 0),
  ])

test.each<[name: string, events: Event[], turns: number[]]>([
  ['a glide', aGlide(), [1]],
  ['a glide upwards', aGlide().map(([time, delta]) => [time, -delta]), [-1]],
  ['a glide that begins fast', aGlide().slice(4), [1]],
  ['a glide on a page that is busy', late(aGlide()), [1]],
  ['a glide with an unsteady end', aGlide().map(([time, delta], at) => [time, delta + (at % 3)]), [1]],
  ['a finger that goes back a little as it is lifted', [...aGlide(), [1600, -2]], [1]],
  ['a slow finger that is not steady', [4, 9, 14, 8, 6, 12, 15, 9, 7, 13].map((delta, at) => [at * 40, delta]), [1]],
  ['two glides with a pause between', [...aGlide(), ...aGlide(1800)], [1, 1]],
  [
    'two glides, of which the second cuts off the first',
    [...aGlide().filter(([time]) => time < 500), ...aGlide(560)],
    [1, 1],
  ],
  [
    'a glide back that cuts off the first',
    [...aGlide().filter(([time]) => time < 300), ...aGlide(320).map(([time, delta]): Event => [time, -delta])],
    [1, -1],
  ],
  ['a notch', notches(1, 0), [1]],
  ['notches one by one', notches(4, 130), [1, 1, 1, 1]],
  ['notches of Windows at a scale of 150 %', notches(3, 130, 100 / 1.5), [1, 1, 1]],
  ['notches there and back', [...notches(1, 0), [60, -120], [120, 120]], [1, -1, 1]],
  ['a wheel that is spun for a second', notches(33, 30), [1, 1, 1, 1]],
])('%s', (_, events, turns) => {
  expect(turnsOf(events)).toEqual(turns)
})

test('a gesture turns once there is a page to turn, and then no more', () => {
  const onWheel = turnOnceInGesture()
  const asked: number[] = []
  for (const [time, delta] of aGlide())
    onWheel(delta, time, () => {
      asked.push(time)
      return time > 400
    })
  expect(asked.at(-1)).toBeGreaterThan(400)
  expect(asked.at(-1)).toBeLessThan(450)
})
