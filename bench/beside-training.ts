import { trainSteadily } from './recommendation-rows.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'

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
  'recommendations-while-training',
  'home-beside-junk',
  'others-beside-random-pages',
])

/** The row beside trainings of the recommendations, one after the other, as a share of its figure without them. */
const besideTraining = ({ name, what, measure }: Row): Row => ({
  name,
  what: `${what}, beside trainings`,
  goal: { atLeast: SHARE },
  reference: 'without them',
  measure: async (site, pace) => {
    const beside: number[] = []
    const alone: number[] = []
    let unit = '/s'
    let trainings = 0
    for (let round = 0; round < pace.rounds; round += 1) {
      const single = { ...pace, rounds: 1 }
      const before = await measure(site, single)
      const training = trainSteadily(site)
      const during = await measure(site, single).finally(async () => (trainings += await training.stop()))
      alone.push(median(before.ours))
      beside.push(median(during.ours))
      ;({ unit } = before)
    }
    // A time that doubles is half the figure.
    const figures = unit.endsWith('/s')
      ? [beside, alone]
      : [beside, alone].map((times) => times.map((time) => 1 / time))
    const note = `${trainings} trainings; ${median(beside).toFixed(2)} for ${median(alone).toFixed(2)} ${unit}`
    return { ours: figures[0] ?? [], reference: figures[1] ?? [], unit: unit.endsWith('/s') ? unit : `1/${unit}`, note }
  },
})

export const besideTrainings = (rows: Row[]): Row[] =>
  rows.filter(({ name }) => !WITHOUT_REQUESTS.has(name) && !/-(?:at-rest|beside-\d+)$/.test(name)).map(besideTraining)
