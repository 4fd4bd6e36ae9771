import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { writeExport } from '#server/exporting/write-export.ts'
import { openServices } from '#server/open-services.ts'
import { createLog } from '#server/platform/log.ts'
import type { Services } from '#server/platform/services.ts'
import { readSettings } from '#server/platform/settings.ts'
import { showProgress } from './show-progress.ts'

export const EXPORT_USAGE = `  export FOLDER [--author EMAIL] [--names pseudonyms|real] [--unpublished]
              writes the books of the site, or of one account, with their comments and ratings to a new folder
              in an open form, which import takes; the server may run`

/** Below the server and the database, which serve people meanwhile. */
const LOW_PRIORITY = 10

/** `export FOLDER`. Returns what is said at the end. */
export const exportCommand = async (args: string[]): Promise<string> => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      author: { type: 'string' },
      names: { type: 'string', default: 'pseudonyms' },
      unpublished: { type: 'boolean', default: false },
    },
  })
  const [folder, ...more] = positionals
  const { author, names, unpublished: withUnpublished } = values
  if (folder === undefined || more.length > 0) throw new Error(`Usage:\n${EXPORT_USAGE}`)
  if (names !== 'pseudonyms' && names !== 'real') throw new Error('--names is one of pseudonyms, real.')
  const { services, close } = await openServices(readSettings(), createLog('warn'))
  const progress = showProgress()
  try {
    setPriority(LOW_PRIORITY)
    const publisherId = author === undefined ? undefined : await accountOf(services, author)
    const readers = names === 'real' ? ('names' as const) : names
    const { books, comments, ratings, missing } = await writeExport(services, folder, {
      publisherId,
      withUnpublished,
      readers,
      onBook: ({ books }) => progress.show(`${books} books`),
    })
    const lost = missing > 0 ? ` ${missing} files that books refer to were missing.` : ''
    return `${books} books, ${comments} comments and ${ratings} ratings were written to ${folder}.${lost}`
  } finally {
    progress.end()
    await close()
  }
}

const accountOf = async ({ db }: Services, email: string) => {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (!user) throw new Error(`There is no account with the email ${email}.`)
  return user.id
}
