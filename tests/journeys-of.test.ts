import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JOURNEYS, journeysOf } from './journeys-of.ts'

const specs = new Set(globSync('tests/journeys/*.spec.ts').map((path) => path.slice(15, -8)))
const journeys = JOURNEYS.flatMap(([, ...named]) => named)

test('each folder of screens has journeys, and each journey belongs to a folder', () => {
  const folders = readdirSync('web', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const without = folders.filter(({ name }) => journeysOf([`web/${name}/x.tsx`]).length === 0)
  expect(without.map(({ name }) => name)).toEqual([])
  const named = new Set(journeys.map((journey) => journey.split(':', 1).join()))
  expect([...named].filter((name) => !specs.has(name))).toEqual([])
  expect([...specs].filter((name) => !named.has(name))).toEqual([])
})

test('each folder exists, and each part of a title is in the file', () => {
  expect(JOURNEYS.map(([folder]) => folder).filter((folder) => globSync(folder).length === 0)).toEqual([])
  const missing = journeys.filter((journey) => {
    const [name = '', titles] = journey.split(': ')
    const text = readFileSync(`tests/journeys/${name}.spec.ts`, 'utf8')
    return titles?.split('|').some((title) => !text.includes(title))
  })
  expect(missing).toEqual([])
})

test('a changed journey is run, and a whole file once', () => {
  expect(journeysOf(['tests/journeys/walk.spec.ts', 'web/ratings/rate.tsx'])).toEqual(['walk', 'keyboard: rates'])
  expect(journeysOf(['docs/scaling.md'])).toEqual([])
})
