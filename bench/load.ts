/** Fills the library of the running settings: `npm run bench:load -- --books FILE --ratings FILE [--times N]`. */
import { parseArgs } from 'node:util'
import { openServices } from '#server/open-services.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/settings.ts'
import { readCatalogue, readRatings } from './catalogue.ts'
import { fillLibrary } from './fill-library.ts'

const { values } = parseArgs({
  options: { books: { type: 'string' }, ratings: { type: 'string' }, times: { type: 'string', default: '1' } },
})
const times = Number(values.times)
if (!values.books || !values.ratings || !Number.isInteger(times) || times < 1) {
  console.error('Usage: npm run bench:load -- --books FILE --ratings FILE [--times N]')
  process.exit(2)
}

const books = await readCatalogue(values.books)
const ratings = await readRatings(values.ratings, books)
const { services, close } = await openServices(readSettings(), createLog('warn'))
const startedAt = performance.now()
const added = await fillLibrary(services, { books, ...ratings, times }).finally(close)
const seconds = Math.round((performance.now() - startedAt) / 1000)
const format = (count: number) => count.toLocaleString('en-GB')
console.log(
  `${format(added.books)} books, ${format(added.ratings)} ratings by ${format(added.readers)} readers in ${seconds} s`,
)
