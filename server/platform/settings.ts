import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import * as z from 'zod/mini'
import { DAY_MS } from '#contract/values/durations.ts'
import { ProviderInEnvironment } from '#contract/single-sign-on.ts'
import {
  type BackupSettings,
  DEFAULT_KEEP,
  isAmongFiles,
  parseBackupAddress,
  parseInterval,
  parseKeepRule,
  parseRecipients,
} from './backup-settings.ts'
import { databaseHosts } from './database/database-hosts.ts'
import { OBJECT_STORE_FORM, parseObjectStoreAddress } from './storage/object-store-address.ts'

export class SettingsError extends Error {
  override name = 'SettingsError'
}

export type Settings = ReturnType<typeof readSettings>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']
const SHARED_CACHE_MAX = 3600
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+$/

/** Reads and validates all settings: from the environment, or else from `.env` in `cwd`. No other code reads them. */
export const readSettings = (env: NodeJS.ProcessEnv = process.env, cwd = process.cwd()) => {
  const values = { ...readEnvFile(join(cwd, '.env')), ...env }
  const read = <T>(name: string, expected: string, parse: (value: string) => T | undefined) => {
    const value = values[name]?.trim()
    if (!value) return undefined
    const parsed = parse(value)
    if (parsed === undefined) throw new SettingsError(`${name} must be ${expected}.`)
    return parsed
  }

  const port = read('PORT', 'a whole number from 0 to 65535', portNumber) ?? 3000
  const publicUrl = read('PUBLIC_URL', 'an address such as https://books.example.org, without a path', origin)
  const database = read('DATABASE_URL', 'an address that begins with postgres://', databaseUrl)
  const replica = read('DATABASE_REPLICA_URL', 'an address that begins with postgres://', databaseUrl)
  if (replica && !database) throw new SettingsError('DATABASE_REPLICA_URL needs DATABASE_URL.')
  const dataDir = resolve(cwd, read('DATA_DIR', 'the path of a folder', folder) ?? 'data')
  const objectStore = read(
    'STORAGE_URL',
    `left empty, or an address such as ${OBJECT_STORE_FORM}`,
    parseObjectStoreAddress,
  )
  const backup = backupSettings(read)
  if (backup.to && isAmongFiles(backup.to, { dataDir, objectStore }))
    throw new SettingsError('BACKUP_TO must be a place of its own, apart from the files of the site.')
  const mailFrom = read('MAIL_FROM', 'an email address, alone or as Name <address>', sender)
  const from = mailFrom ?? `Quillhouse <library@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`
  return {
    port,
    // All IPv4 addresses: reachable through a container's port mapping and the local network, also without IPv6.
    host: read('HOST', 'a host name or an IP address, without a port', hostName) ?? '0.0.0.0',
    dataDir,
    publicUrl,
    databaseUrl: database,
    /** Standbys that lists, searches and recommendations are read from. */
    replicaUrl: replica,
    /** Undefined if files are stored in DATA_DIR. */
    objectStore,
    filesOrigin: read('FILES_ORIGIN', 'an address such as https://files.example.org, without a path', origin),
    smtpUrl: read('SMTP_URL', 'an address that begins with smtp:// or smtps://', urlOf('smtp:', 'smtps:')),
    mailFrom: from,
    /** The address that mails come from. */
    sender: addressOf(from),
    /** The address of MAIL_FROM, to which visitors may write; empty if there is none. */
    contact: mailFrom ? addressOf(mailFrom) : '',
    admin: firstAdmin(read),
    trustedProxies:
      read('TRUSTED_PROXIES', `IP addresses or ranges, or ${PROXY_NAMES}, with commas between`, proxies) ?? [],
    /** Private networks that webhooks may call. */
    webhookNetworks:
      read('WEBHOOK_NETWORKS', `IP addresses or ranges, or ${PROXY_NAMES}, with commas between`, proxies) ?? [],
    /** Providers of log-ins by OpenID Connect, beside those that administrators add. */
    providers: providersIn(read),
    /** Private networks that providers of log-ins may be in. */
    providerNetworks:
      read('OIDC_NETWORKS', `IP addresses or ranges, or ${PROXY_NAMES}, with commas between`, proxies) ?? [],
    /** The folder below which administrators may choose what is imported. */
    importFrom: read('IMPORT_FROM', 'the absolute path of a folder', absoluteFolder),
    logLevel: read('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, oneOf(LOG_LEVELS)) ?? 'info',
    metricsToken: read('METRICS_TOKEN', 'at least 16 characters without spaces', secret),
    /** How long a cache in front may store pages and visitors' answers; zero for not at all. */
    sharedCacheSeconds:
      read('SHARED_CACHE_SECONDS', `a whole number from 0 to ${SHARED_CACHE_MAX}`, secondsUpTo(SHARED_CACHE_MAX)) ?? 0,
    backup,
    rateLimits: (read('RATE_LIMITS', 'on or off', oneOf(['on', 'off'])) ?? 'on') === 'on',
  }
}

/** Whether this process was started by an npm script. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined

type Read = <T>(name: string, expected: string, parse: (value: string) => T | undefined) => T | undefined

const firstAdmin = (read: Read) => {
  const email = read('ADMIN_EMAIL', 'an email address', (value) => (EMAIL.test(value) ? value : undefined))
  const password = read('ADMIN_PASSWORD', 'a password', (value) => value)
  const username = read('ADMIN_USERNAME', 'a name', (value) => value) ?? 'admin'
  if (email && !password) throw new SettingsError('ADMIN_PASSWORD must be set when ADMIN_EMAIL is.')
  if (password && !email) throw new SettingsError('ADMIN_EMAIL must be set when ADMIN_PASSWORD is.')
  return email && password ? { email, password, username } : undefined
}

const backupSettings = (read: Read): BackupSettings => {
  const to = read(
    'BACKUP_TO',
    `the whole path of a folder, or an address such as ${OBJECT_STORE_FORM}`,
    parseBackupAddress,
  )
  return {
    to,
    everyMs: read('BACKUP_EVERY', 'a time such as 24h or 7d, from 1h to 31d', parseInterval) ?? DAY_MS,
    keep: read('BACKUP_KEEP', 'how many days, weeks and months, such as 7d4w6m or 14d', parseKeepRule) ?? DEFAULT_KEEP,
    key: read(
      'BACKUP_KEY',
      'the public key that age-keygen prints, age1…, or up to 20 with commas between',
      parseRecipients,
    ),
    beforeMigration: (read('BACKUP_BEFORE_MIGRATION', 'on or off', oneOf(['on', 'off'])) ?? 'on') === 'on',
  }
}

const providersIn = (read: Read) => {
  const values = read('OIDC_PROVIDERS', 'a list of providers as JSON: see docs/operating.md', jsonList) ?? []
  const providers = values.map((value, place) => {
    const { data, error } = z.safeParse(ProviderInEnvironment, value)
    if (data) return data
    const [issue] = error.issues
    const fault = `${issue?.path.join('.')}: ${issue?.message}`
    throw new SettingsError(
      `OIDC_PROVIDERS must be a list of providers that are complete. In number ${place + 1}, ${fault}.`,
    )
  })
  if (new Set(providers.map(({ id }) => id)).size < providers.length)
    throw new SettingsError('OIDC_PROVIDERS must be a list of providers with different ids.')
  return providers
}

const jsonList = (value: string) => {
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? (list as unknown[]) : undefined
  } catch {
    return undefined
  }
}

const readEnvFile = (path: string) => {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new SettingsError(`${path} can't be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

const portNumber = (value: string) => (/^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : undefined)

const secondsUpTo = (max: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && Number(value) <= max ? Number(value) : undefined

const hostName = (value: string) => (isIP(value) || /^[\w.-]+$/.test(value) ? value : undefined)

const folder = (value: string) => (value.includes('\0') ? undefined : value)

const absoluteFolder = (value: string) => (isAbsolute(value) ? folder(value) : undefined)

const origin = (value: string) => {
  const url = URL.parse(value)
  const bare = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return bare ? url.origin : undefined
}

const urlOf =
  (...protocols: string[]) =>
  (value: string) =>
    protocols.includes(URL.parse(value)?.protocol ?? '') ? value : undefined

/** It may name several hosts, of which one is the primary. */
const databaseUrl = (value: string) =>
  databaseHosts(value).every(urlOf('postgres:', 'postgresql:')) ? value : undefined

const sender = (value: string) => {
  return EMAIL.test(addressOf(value)) ? value : undefined
}

const secret = (value: string) => (/^[\x21-\x7e]{16,}$/.test(value) ? value : undefined)
const addressOf = (mailFrom: string) => /^[^<>\r\n]*<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom

const proxies = (value: string) => {
  const list = value.split(',').map((item) => item.trim())
  return list.every((item) => PROXY_NAMES.includes(item) || isRange(item)) ? list : undefined
}

const isRange = (item: string) => {
  const [address = '', bits = '0', rest] = item.split('/')
  const version = isIP(address)
  return version > 0 && rest === undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

const oneOf =
  <const T extends string>(words: readonly T[]) =>
  (value: string) =>
    words.find((word) => word === value)
