import { trainSteadily } from './recommendation-rows.ts'
import type { Site } from './library.ts'
import { median, type Pace } from './rounds.ts'
import type { Measurement, Row } from './row.ts'

const SHARE = 0.8
/** Rows that stop the server, measure no requests to it, or train themselves. */
const WITHOUT_REQUESTS = new Set([
  'memory',
  'pdf-memory',
  'reading-memory',
  'scripts',
  'search-inside-indexing',
  'first-start',
  'start',
  'recommendations',
  'recommendations-eight',
  'recommendations-none',
  'recommendations-untrained',
  'recommendations-while-training',
  'visits',
  'member-home',
  'home-beside-junk',
  'others-beside-random-pages',
])

const hasRequests = ({ name }: Row) => !WITHOUT_REQUESTS.has(name) && !/-(?:at-rest|beside-\d+)$/.test(name)

/** A row whose figure is its share of that without trainings. Its `measure` is that of the row alone. */
const toRow = (row: Row): Row => ({
  ...row,
  what: `${row.what}, beside trainings`,
  goal: { atLeast: SHARE },
  reference: 'without them',
})

export const rowsBesideTrainings = (rows: Row[]): Row[] => rows.filter(hasRequests).map(toRow)

interface Figures {
  alone: number[]
  beside: number[]
  unit: string
}

/**
 * Measures all rows without trainings of the recommendations and then beside them, one training after the other, in each
 * round: a training of a large library takes minutes, so all rows of a round share it.
 */
export const measureBesideTrainings = async (
  site: Site,
  rows: Row[],
  pace: Pace & { isQuick: boolean; pages: number },
): Promise<Measurement[]> => {
  const figures = rows.map((): Figures => ({ alone: [], beside: [], unit: '/s' }))
  let trainings = 0
  const measureAll = async (kind: 'alone' | 'beside') => {
    for (const [n, row] of rows.entries()) {
      const { ours, unit } = await row.measure(site, { ...pace, rounds: 1 })
      const figure = figures[n]
      if (!figure) continue
      figure[kind].push(median(ours))
      figure.unit = unit
      console.error(`${row.name}, ${kind}: ${median(ours).toFixed(2)} ${unit}`)
    }
  }
  for (let round = 0; round < pace.rounds; round += 1) {
    await measureAll('alone')
    const training = trainSteadily(site)
    await measureAll('beside').finally(async () => (trainings += await training.stop()))
  }
  return figures.map((figure) => toMeasurement(figure, trainings))
}

/** A time that doubles is half the figure. */
const toMeasurement = ({ alone, beside, unit }: Figures, trainings: number): Measurement => {
  const isRate = unit.endsWith('/s')
  const [ours, reference] = isRate ? [beside, alone] : [beside, alone].map((times) => times.map((time) => 1 / time))
  const note = `${trainings} trainings; ${median(beside).toFixed(2)} for ${median(alone).toFixed(2)} ${unit}`
  return { ours: ours ?? [], reference: reference ?? [], unit: isRate ? unit : `1/${unit}`, note }
}
