import { doctor } from './doctor.ts'
import { openServices } from './open-services.ts'
import { createLog } from './platform/log.ts'
import { readSettings } from './platform/settings.ts'
import type { Services } from './platform/services.ts'
import { createPdfOpener } from './publishing/open-pdf.ts'
import { publishHandbooks } from './publishing/publish-handbooks.ts'

const USAGE = `Usage: npm run quillhouse -- COMMAND

  doctor      says what is wrong with settings, database, locale, storage, mail and disk space
  migrate     brings the database up to this version
  handbooks   puts the three handbooks on the shelf of an empty library`

/** Commands that work on the services that the settings name, beside a running server too. */
const COMMANDS: Record<string, (services: Services) => Promise<string>> = {
  migrate: async () => 'The database is up to date.',
  handbooks: async (services) => {
    const pdf = createPdfOpener()
    try {
      return (await publishHandbooks(services, pdf.open)).message
    } finally {
      await pdf.close()
    }
  },
}

const run = async (name = '') => {
  if (name === 'doctor') return doctor()
  const command = COMMANDS[name]
  if (!command) {
    console.log(USAGE)
    return name === '' || name === 'help' ? 0 : 2
  }
  const { services, close } = await openServices(readSettings(), createLog('warn'), 'command')
  try {
    console.log(await command(services))
    return 0
  } finally {
    await close()
  }
}

run(process.argv[2]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(`quillhouse: ${(error as Error).message}`)
    process.exit(1)
  },
)
