import { availableParallelism, setPriority } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { RIGHTS } from '#contract/shapes/rights.ts'
import { createImageProcessor } from '#server/cover-rendering/create-image-processor.ts'
import { type InspectFile, openBookInspector } from '#server/formats/formats.ts'
import type { Outcome } from '#server/importing/import-book.ts'
import { type ImportOptions, type PreparedImport, prepareImport, runImport } from '#server/importing/import-library.ts'
import { type LeftOut, SourceError } from '#server/importing/import-source.ts'
import { isAddress } from '#server/importing/opds-source.ts'
import { openServices } from '#server/open-services.ts'
import { createLog } from '#server/platform/log.ts'
import type { Services } from '#server/platform/services.ts'
import { readSettings } from '#server/platform/settings.ts'
import { askPassword } from './ask-password.ts'
import { showProgress } from './show-progress.ts'

export const IMPORT_USAGE = `  import SOURCE --as EMAIL [--user NAME] [--dry-run] [--yes] [--genres FILE] [--report FOLDER]
         [--duplicates leave|add] [--rights own|free] [--covers own|drawn]
              publishes the books of a folder, a Calibre library, an export of Quillhouse, a zip archive of one of
              these, or a feed of OPDS (its address or a saved file) for an author; --user asks for the password
              of the feed; the server may run`

/** Below the server and the database, which serve people meanwhile. */
const LOW_PRIORITY = 10
const NAMED = 20
const ALL_THERE = 0
const SOME_LEFT_OUT = 1
const NOT_BEGUN = 2

/** `import SOURCE --as EMAIL`. Resolves to the exit code. */
export const importCommand = async (args: string[]): Promise<number> => {
  const stopping = new AbortController()
  const stop = () => {
    if (stopping.signal.aborted) process.exit(SOME_LEFT_OUT)
    stopping.abort()
    console.log('\nIt ends after the books in hand. Start the same command again to go on.')
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    const options = await withPassword(readOptions(args))
    const { services, close } = await openServices(readSettings(), createLog('warn'))
    try {
      setPriority(LOW_PRIORITY)
      return await run(services, options, stopping.signal)
    } finally {
      await close()
    }
  } catch (error) {
    console.error(`quillhouse: ${(error as Error).message}`)
    return error instanceof EndedEarly ? SOME_LEFT_OUT : NOT_BEGUN
  }
}

/** Something ended the import after it had begun. */
class EndedEarly extends Error {}

interface Options extends ImportOptions {
  user: string | undefined
  isSure: boolean
}

const readOptions = (args: string[]): Options => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: text,
      'dry-run': flag,
      yes: flag,
      genres: text,
      report: text,
      duplicates: text,
      rights: text,
      covers: text,
      user: text,
    },
  })
  const [source, ...more] = positionals
  const { as: email, duplicates = 'leave', rights, covers = 'own', user } = values
  if (source === undefined || email === undefined || more.length > 0) throw new SourceError(`Usage:\n${IMPORT_USAGE}`)
  if (user !== undefined && !isAddress(source)) throw new SourceError('--user is for a feed at an address.')
  return {
    source,
    email,
    user,
    isDryRun: values['dry-run'],
    isSure: values.yes,
    genres: values.genres,
    report: values.report,
    addsDuplicates: oneOf('duplicates', duplicates, ['leave', 'add']) === 'add',
    rights: rights === undefined ? undefined : oneOf('rights', rights, RIGHTS),
    covers: oneOf('covers', covers, ['own', 'drawn']) === 'own' ? 'own' : 'series',
  }
}

const withPassword = async (options: Options): Promise<Options> => {
  const { user } = options
  return user === undefined ? options : { ...options, login: `${user}:${await askPassword('Password of the feed: ')}` }
}

const oneOf = <T extends string>(option: string, value: string, allowed: readonly T[]): T => {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new SourceError(`--${option} is one of ${allowed.join(', ')}.`)
  return found
}

const run = async (services: Services, options: Options, stopping: AbortSignal): Promise<number> => {
  const isStopped = () => stopping.aborted
  const progress = showProgress()
  const onRead = (done: number, of: number) => progress.show(`${done} of ${of} files read`)
  const prepared = await prepareImport(services, options, { isStopped, onRead })
  progress.end()
  if (isStopped()) return SOME_LEFT_OUT
  const { source, fresh, there, refused } = prepared
  console.log(
    `${source.root} is ${source.kind}: ${count(source.books.length, 'book')}, and ${count(source.otherFiles, 'other file')}.`,
  )
  // Those that are new are opened later, and some of them may be refused then.
  const known = refused.length > 0 ? `, ${areOrIs(refused.length)} refused` : ''
  console.log(`${areOrIs(fresh.length)} new, ${areOrIs(there.length)} there already${known}.`)
  printSome(refused)
  if (!options.isDryRun && fresh.length > 0 && !(await isWanted(options))) return NOT_BEGUN
  const late: LeftOut[] = []
  let done = 0
  const onOutcome = ({ name, result, reason = '' }: Outcome) => {
    if (result === 'refused') late.push({ name, reason })
    done += 1
    progress.show(`${done} of ${count(fresh.length, 'book')}, ${refused.length + late.length} refused`)
  }
  const result = await withProcesses(services, (own, inspect, atOnce) =>
    runImport(own, prepared, { inspect, atOnce, onOutcome, isStopped }).catch((error: Error) => {
      throw new EndedEarly(error.message)
    }),
  ).finally(progress.end)
  printSome(late)
  return printResult(result, prepared)
}

/** With processes for each core, which serve nobody else. */
const withProcesses = async <T>(
  services: Services,
  use: (services: Services, inspect: InspectFile, atOnce: number) => Promise<T>,
): Promise<T> => {
  // Without workers: what is queued is done by the server.
  await services.jobs.start([])
  const cores = availableParallelism()
  const inspector = openBookInspector()
  const images = createImageProcessor({}, { covers: cores })
  try {
    // One book more than cores, so that none waits while a file is copied.
    return await use({ ...services, images }, inspector.inspect, cores + 1)
  } finally {
    inspector.close()
    images.close()
  }
}

/** Returns the exit code. */
const printResult = (
  { counts, authors, left, reportFile }: Awaited<ReturnType<typeof runImport>>,
  { options, genresFile }: PreparedImport,
): number => {
  const all = options.isDryRun ? `${counts['would be imported']} would be` : wereOrWas(counts.imported)
  const perhaps = counts['perhaps there']
  console.log(`${all} imported, of ${count(authors, 'author')}; ${wereOrWas(counts.there)} there already.`)
  if (perhaps > 0)
    console.log(
      `${areOrIs(perhaps)} perhaps there already, and left out: --duplicates add imports what is left out so.`,
    )
  if (counts.refused > 0)
    console.log(options.isDryRun ? `${counts.refused} would be refused.` : `${wereOrWas(counts.refused)} refused.`)
  if (left > 0) console.log(`${areOrIs(left)} left: start the same command again to go on.`)
  console.log(`What became of each book: ${reportFile}`)
  console.log(`The genres of the tags, to be corrected for the next import: ${genresFile}`)
  return counts.refused + perhaps + left > 0 ? SOME_LEFT_OUT : ALL_THERE
}

const printSome = (all: LeftOut[]) => {
  for (const { name, reason } of all.slice(0, NAMED)) console.log(`  ${printable(name)}: ${printable(reason)}`)
  if (all.length > NAMED) console.log(`  … and ${all.length - NAMED} more, which the report names.`)
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const areOrIs = (number: number) => `${number} ${number === 1 ? 'is' : 'are'}`
const wereOrWas = (number: number) => `${number} ${number === 1 ? 'was' : 'were'}`

/** Names of files come from elsewhere, and a terminal obeys control characters. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '\uFFFD')

const isWanted = async ({ isSure }: Options): Promise<boolean> => {
  if (isSure) return true
  if (!process.stdin.isTTY) {
    console.log('Nothing was imported: add --yes to begin, or --dry-run to see what each book would become.')
    return false
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Import them now? [y/N] ')
  lines.close()
  return /^y(?:es)?$/i.test(answer.trim())
}
