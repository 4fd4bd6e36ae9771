import { parseArgs } from 'node:util'
import { createAdmin } from '#server/accounts/create-admin.ts'
import { resetFactorsOf } from '#server/accounts/second-factor/reset-factors.ts'
import { askPassword } from './ask-password.ts'
import { BACKUP_USAGE, backupCommand, restoreCommand } from './backup-commands.ts'
import { doctor } from './doctor.ts'
import { EXPORT_USAGE, exportCommand } from './export-command.ts'
import { IMPORT_USAGE, importCommand } from './import-command.ts'
import { openServices } from '#server/open-services.ts'
import { createLog } from '#server/platform/log.ts'
import type { Services } from '#server/platform/services.ts'
import { readSettings } from '#server/platform/settings.ts'
import { moveStoredFiles } from './move-files-command.ts'
import { openBookInspector } from '#server/formats/formats.ts'
import { publishHandbooks } from '#server/publishing/publish-handbooks.ts'

const USAGE = `Usage: npm run quillhouse -- COMMAND

  doctor      checks settings, database, clock, jobs, files, storage, disk, memory, mail and backups
  migrate     applies the migrations of this version
  handbooks   publishes the three handbooks in an empty library
${BACKUP_USAGE}
${IMPORT_USAGE}
${EXPORT_USAGE}
  move-files [--from URL] [--to URL]
              copies all files, each URL s3://… or file:///DATA_DIR; without one, the place of the settings;
              the server may run
  admin create --email ADDRESS [--username NAME]
              creates an administrator; asks for the password, or reads it from standard input
  admin reset-factors EMAIL
              removes the second factors of an account, for somebody who has lost them, and ends its sessions`

type Options = { email?: string | undefined; username?: string | undefined }

/** Commands that use the services of the site. A server may run at the same time. */
const SERVICE_COMMANDS: Record<string, (services: Services, options: Options) => Promise<string>> = {
  migrate: async () => 'The database is up to date.',
  handbooks: async (services) => {
    // Without workers: webhooks are told by the server.
    await services.jobs.start([])
    const inspector = openBookInspector()
    try {
      return (await publishHandbooks(services, inspector.inspect, null)).message
    } finally {
      inspector.close()
    }
  },
  'admin create': async (services, { email = '', username = email.split('@')[0] ?? '' }) => {
    const { isNew } = await createAdmin(services, { email, username, password: await askPassword('Password: ') })
    return isNew ? `${username} is an administrator now.` : `The account of ${email} is an administrator's now.`
  },
  'admin reset-factors': async (services, { email = '' }) => {
    // Without workers: the mail to the owner is sent by the server, which knows where the site is reached.
    await services.jobs.start([])
    await resetFactorsOf(services, email)
    return `The second factors of ${email} are removed, and its sessions have ended.`
  },
}

/** Commands of two words that need an email: as an option, or as the third word. */
const NEEDS_EMAIL = ['admin create', 'admin reset-factors']

const run = async () => {
  const [, , word, ...args] = process.argv
  if (word === 'import') return importCommand(args)
  if (word === 'backup') return backupCommand(args)
  if (word === 'restore') return restoreCommand(args)
  if (word === 'export') {
    console.log(await exportCommand(args))
    return 0
  }
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      username: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
    },
  })
  const twoWords = positionals.slice(0, 2).join(' ')
  const takesEmail = NEEDS_EMAIL.includes(twoWords) && positionals.length <= 3
  const name = takesEmail ? twoWords : positionals.join(' ')
  const options = { ...values, email: values.email ?? positionals[2] }
  if (name === 'doctor') return doctor()
  if (name === 'move-files' && (values.from ?? values.to) !== undefined) {
    console.log(await moveStoredFiles(values))
    return 0
  }
  const command = SERVICE_COMMANDS[name]
  if (!command || (takesEmail && !options.email)) {
    console.log(USAGE)
    return name === '' || name === 'help' ? 0 : 2
  }
  const { services, close } = await openServices(readSettings(), createLog('warn'))
  try {
    console.log(await command(services, options))
    services.invalidate(['site'])
    return 0
  } finally {
    await close()
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(`quillhouse: ${(error as Error).message}`)
    process.exit(1)
  },
)
