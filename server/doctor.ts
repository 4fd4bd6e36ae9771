import { statfs } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import { connect } from './platform/database/connect.ts'
import { startDatabase } from './platform/database/start-database.ts'
import { requirePostgres18, requireTrigrams } from './platform/database/requirements.ts'
import { createLog } from './platform/log.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { diskStorage } from './platform/storage/disk.ts'

const MIN_FREE_BYTES = 1024 ** 3
const MAIL_MS = 5000

type Finding = { what: string; ok: boolean; says: string }

/** Looks at everything the server needs and says a line for each; 0 when all is well, else 1. */
export const doctor = async (): Promise<number> => {
  const findings: Finding[] = []
  const look = async (what: string, check: () => Promise<string>) => {
    const finding = await check().then(
      (says) => ({ what, ok: true, says }),
      (error: unknown) => ({ what, ok: false, says: (error as Error).message.split('\n', 1)[0] ?? '' }),
    )
    findings.push(finding)
    console.log(`${finding.ok ? 'ok ' : 'BAD'}  ${what.padEnd(10)} ${finding.says}`)
  }

  let settings: Settings | undefined
  await look('node', async () => process.version)
  await look('settings', async () => {
    settings = readSettings()
    return `the site is ${settings.publicUrl}`
  })
  if (!settings) return 1
  const { dataDir } = settings
  await look('database', () => lookAtDatabase(settings as Settings))
  await look('storage', async () => {
    await (await diskStorage(dataDir)).check()
    return `files can be written below ${dataDir}`
  })
  await look('disk', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    if (free < MIN_FREE_BYTES)
      throw new Error(`only ${Math.round(free / 1024 ** 2)} MB are free; books need room: free at least 1 GB`)
    return `${Math.round(free / 1024 ** 3)} GB are free`
  })
  await look('mail', () => lookAtMail(settings as Settings))
  return findings.every(({ ok }) => ok) ? 0 : 1
}

const lookAtDatabase = async (settings: Settings) => {
  const log = createLog('silent')
  const { config, stop } = await startDatabase(settings, { log, role: 'command' })
  const { pool, close } = connect(config, log)
  try {
    await requirePostgres18(pool)
    const { rows } = await pool.query<{ version: string; pages: boolean }>(
      `select current_setting('server_version') as version, to_regclass('books') is not null as pages`,
    )
    if (rows[0]?.pages) await requireTrigrams(pool)
    return `PostgreSQL ${rows[0]?.version}, ${settings.databaseUrl ? 'by DATABASE_URL' : 'embedded'}${rows[0]?.pages ? ', and it knows every script' : ', still empty'}`
  } finally {
    await close()
    await stop()
  }
}

const lookAtMail = async ({ smtpUrl, dataDir }: Settings) => {
  if (!smtpUrl) return `without SMTP_URL each mail becomes a file in ${dataDir}/outbox`
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: MAIL_MS,
    greetingTimeout: MAIL_MS,
    socketTimeout: MAIL_MS,
  })
  try {
    await transport.verify()
    return 'the mail server answers'
  } finally {
    transport.close()
  }
}
