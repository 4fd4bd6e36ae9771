/** Measures each row beside its reference in the same run: `npm run bench`; see README.md for the options. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAgainst } from './against.ts'
import { measureBesideTrainings, rowsBesideTrainings } from './beside-training.ts'
import { type Site, withLibrary } from './library.ts'
import { median, type Pace } from './rounds.ts'
import type { Measurement, Row } from './row.ts'
import { ROWS } from './rows.ts'

const DATA = process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data')

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '10000' },
    row: { type: 'string', multiple: true },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    pages: { type: 'string', default: '20000' },
    keep: { type: 'string' },
    'long-book': { type: 'string' },
    'beside-training': { type: 'boolean', default: false },
    against: { type: 'string' },
    kind: { type: 'string', multiple: true },
    catalogue: { type: 'string', default: join(DATA, 'books-10k.json') },
    ratings: { type: 'string', default: join(DATA, 'ratings-small.csv') },
  },
})
const pace: Pace & { isQuick: boolean; pages: number } = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds ?? (values.quick ? 1 : 5)),
  isQuick: values.quick,
  pages: Number(values.pages),
}
if (values.against) {
  const source = { ...values, libraries: values.keep }
  for (const books of values.books.split(',').map(Number))
    await measureAgainst(values.against, books, source, { ...pace, kinds: values.kind })
  process.exit()
}
const known = values['beside-training'] ? rowsBesideTrainings(ROWS) : ROWS
const selected = known.filter(({ name }) => !values.row || values.row.includes(name))
if (selected.length === 0) {
  console.error(`Unknown row. The rows are: ${known.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

interface Result extends Measurement {
  books: number
  row: string
  goal: Row['goal']
  figure: number
  isMet: boolean | undefined
}

const toResult = ({ name, goal, reference }: Row, books: number, measured: Measurement): Result => {
  const isRatio = reference !== undefined
  const figure = isRatio ? median(measured.ours) / median(measured.reference ?? []) : median(measured.ours)
  const isMet = 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost
  const isKnown = !isRatio || (measured.reference?.length ?? 0) > 0
  return { ...measured, books, row: name, goal, figure, isMet: isKnown ? isMet : undefined }
}

const short = (number: number) =>
  number >= 100 ? Math.round(number).toLocaleString('en-GB') : number.toFixed(number >= 10 ? 1 : 2)

const spread = (figures: number[] | undefined, unit: string) =>
  figures && figures.length > 0
    ? `${short(median(figures))}${unit} (${short(Math.min(...figures))} to ${short(Math.max(...figures))})`
    : '–'

const print = (
  { what, reference }: Row,
  { books, ours, reference: theirs, unit, cpu, note, goal, figure, isMet }: Result,
) => {
  const limit = 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`
  const cells = [
    what,
    books.toLocaleString('en-GB'),
    spread(ours, ` ${unit}`),
    reference ? `${spread(theirs, ` ${unit}`)} ${reference}` : '–',
    reference && isMet !== undefined ? figure.toFixed(2) : '–',
    limit,
    isMet === undefined ? 'unknown' : isMet ? 'met' : 'not met',
    cpu === undefined ? '–' : cpu.toFixed(3),
    note ?? '',
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

const measure = async (site: Site): Promise<Result[]> => {
  const results: Result[] = []
  const add = (row: Row, measured: Measurement) => {
    const result = toResult(row, site.books, measured)
    print(row, result)
    results.push(result)
  }
  if (values['beside-training']) {
    const measurements = await measureBesideTrainings(site, selected, pace)
    for (const [n, measured] of measurements.entries()) if (selected[n]) add(selected[n], measured)
  } else for (const row of selected) add(row, await row.measure(site, pace))
  return results
}

console.log(
  `Median of ${pace.rounds} rounds of ${pace.seconds} s (min to max); CPU is ms per request in all processes.\n`,
)
console.log('| what | books | ours | reference | ratio | goal | | CPU | |')
console.log('|---|---|---|---|---|---|---|---|---|')
const results: Result[] = []
for (const books of values.books.split(',').map(Number))
  results.push(...(await withLibrary(books, { ...values, libraries: values.keep }, measure)))
if (values.json) await writeFile(values.json, `${JSON.stringify({ ...pace, at: new Date(), results }, undefined, 2)}\n`)
