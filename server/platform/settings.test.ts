import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { databaseHosts } from './database/database-hosts.ts'
import { SettingsError, readSettings } from './settings.ts'

const PROVIDER = { id: 'school', name: 'A school', issuer: 'https://school.example', clientId: 'library' }
const cwd = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const RECIPIENT = `age1${'q'.repeat(58)}`

const failure = (env: NodeJS.ProcessEnv) => {
  try {
    readSettings(env, cwd)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
}

test('every setting has a working default', () => {
  expect(readSettings({}, cwd)).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: join(cwd, 'data'),
    publicUrl: undefined,
    databaseUrl: undefined,
    filesOrigin: undefined,
    smtpUrl: undefined,
    mailFrom: 'Quillhouse <library@localhost>',
    sender: 'library@localhost',
    contact: '',
    admin: undefined,
    trustedProxies: [],
    webhookNetworks: [],
    providers: [],
    providerNetworks: [],
    importFrom: undefined,
    logLevel: 'info',
    sharedCacheSeconds: 0,
    backup: {
      to: undefined,
      everyMs: DAY_MS,
      keep: { days: 7, weeks: 4, months: 6 },
      key: undefined,
      beforeMigration: true,
    },
    rateLimits: true,
  })
})

test('every setting is read', () => {
  const settings = readSettings(
    {
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/books',
      PUBLIC_URL: 'https://Books.example.org/',
      DATABASE_URL: 'postgresql://me:secret@db/books',
      DATABASE_REPLICA_URL: 'postgresql://me:secret@standby/books',
      FILES_ORIGIN: 'https://files.example.org',
      SMTP_URL: 'smtps://me:secret@mail:465',
      MAIL_FROM: 'The Library <hello@example.org>',
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: 'a long password',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::/32',
      WEBHOOK_NETWORKS: 'uniquelocal',
      OIDC_NETWORKS: 'loopback',
      OIDC_PROVIDERS: JSON.stringify([PROVIDER]),
      IMPORT_FROM: '/srv/books',
      LOG_LEVEL: 'warn',
      SHARED_CACHE_SECONDS: '2',
      BACKUP_TO: '/srv/backups',
      BACKUP_EVERY: '12h',
      BACKUP_KEEP: '14d2m',
      BACKUP_KEY: RECIPIENT,
      BACKUP_BEFORE_MIGRATION: 'off',
      RATE_LIMITS: 'off',
    },
    cwd,
  )
  expect(settings).toEqual({
    port: 0,
    host: '::1',
    dataDir: '/srv/books',
    publicUrl: 'https://books.example.org',
    databaseUrl: 'postgresql://me:secret@db/books',
    replicaUrl: 'postgresql://me:secret@standby/books',
    filesOrigin: 'https://files.example.org',
    smtpUrl: 'smtps://me:secret@mail:465',
    mailFrom: 'The Library <hello@example.org>',
    sender: 'hello@example.org',
    contact: 'hello@example.org',
    admin: { email: 'admin@example.org', password: 'a long password', username: 'admin' },
    trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    webhookNetworks: ['uniquelocal'],
    providerNetworks: ['loopback'],
    providers: [
      {
        ...PROVIDER,
        clientSecret: '',
        scopes: 'openid email profile',
        groupsClaim: 'groups',
        requiredGroup: '',
        groupTypes: [],
        allowsSignUp: true,
        trustsAddresses: false,
        trustsFactors: false,
        logsOutThere: false,
      },
    ],
    importFrom: '/srv/books',
    logLevel: 'warn',
    sharedCacheSeconds: 2,
    backup: {
      to: { folder: '/srv/backups' },
      everyMs: 43_200_000,
      keep: { days: 14, weeks: 0, months: 2 },
      key: RECIPIENT,
      beforeMigration: false,
    },
    rateLimits: false,
  })
})

test('DATABASE_URL may name several hosts', () => {
  const address = 'postgres://me:a,b@10.0.0.1:5432,[::1]:5433,db/books?sslmode=require'
  expect(readSettings({ DATABASE_URL: address }, cwd).databaseUrl).toBe(address)
  expect(databaseHosts(address)).toEqual([
    'postgres://me:a,b@10.0.0.1:5432/books?sslmode=require',
    'postgres://me:a,b@[::1]:5433/books?sslmode=require',
    'postgres://me:a,b@db/books?sslmode=require',
  ])
})

test('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no standbys', () => {
  expect(() => readSettings({ DATABASE_REPLICA_URL: 'postgres://standby/books' }, cwd)).toThrow(/needs DATABASE_URL/)
})

test('an empty value is no value', () => {
  expect(readSettings({ PORT: '', SMTP_URL: ' ' }, cwd)).toMatchObject({ port: 3000, smtpUrl: undefined })
})

test('.env is read, and the environment overrides it', () => {
  const folder = mkdtempSync(join(cwd, 'env-'))
  writeFileSync(join(folder, '.env'), 'PORT=4000\nLOG_LEVEL="debug" # more\n')
  expect(readSettings({ PORT: '5000' }, folder)).toMatchObject({ port: 5000, logLevel: 'debug' })
})

describe('a malformed value is an error of one line that names the setting', () => {
  test.each([
    ['PORT', '65536'],
    ['BACKUP_TO', 'backups'],
    ['BACKUP_TO', 's3://key@host/bucket'],
    ['BACKUP_EVERY', '30m'],
    ['BACKUP_EVERY', '40d'],
    ['BACKUP_KEEP', '0d'],
    ['BACKUP_KEEP', 'all'],
    ['BACKUP_KEY', 'AGE-SECRET-KEY-1'],
    ['BACKUP_BEFORE_MIGRATION', 'never'],
    ['SHARED_CACHE_SECONDS', '-1'],
    ['SHARED_CACHE_SECONDS', '3601'],
    ['PORT', '3000x'],
    ['HOST', 'localhost:3000'],
    ['PUBLIC_URL', 'books.example.org'],
    ['PUBLIC_URL', 'https://example.org/books'],
    ['PUBLIC_URL', 'https://me:secret@example.org'],
    ['DATABASE_URL', 'mysql://me:secret@db'],
    ['DATABASE_URL', 'secret'],
    ['DATABASE_REPLICA_URL', 'mysql://me:secret@db'],
    ['DATABASE_URL', 'postgres://me:secret@a:5432,b:port/books'],
    ['STORAGE_URL', 's3://secret@bucket'],
    ['STORAGE_URL', 's3://key:se/cret@host/bucket'],
    ['STORAGE_URL', 's3://key:%secret@host/bucket'],
    ['STORAGE_URL', 's3://key:secret@host'],
    ['STORAGE_URL', 's3://key:secret@host/bucket//folder'],
    ['STORAGE_URL', 's3://key:secret@host/bucket?tls=maybe'],
    ['STORAGE_URL', 's3://key:secret@host/bucket?ssl=on'],
    ['STORAGE_URL', 'https://key:secret@host/bucket'],
    ['FILES_ORIGIN', 'ftp://files.example.org'],
    ['SMTP_URL', 'http://me:secret@mail'],
    ['MAIL_FROM', 'The Library'],
    ['MAIL_FROM', 'Two <a@b> <c@d>'],
    ['ADMIN_EMAIL', 'secret'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['WEBHOOK_NETWORKS', 'everyone'],
    ['OIDC_NETWORKS', 'everyone'],
    ['OIDC_PROVIDERS', '{}'],
    ['OIDC_PROVIDERS', 'not JSON'],
    ['OIDC_PROVIDERS', '[{"id": "school"}]'],
    ['OIDC_PROVIDERS', JSON.stringify([PROVIDER, PROVIDER])],
    ['IMPORT_FROM', 'books'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMITS', 'yes'],
  ])('%s=%s', (name, value) => {
    const message = failure({ [name]: value })
    expect(message).toMatch(new RegExp(`^${name} must be .+\\.$`))
    expect(message).not.toContain('secret')
  })

  test.each([
    ['/srv/books', undefined, false],
    ['/srv/books/files', undefined, false],
    ['/srv/books/files/backups', undefined, false],
    ['/srv/books/backups', undefined, true],
    ['/srv', undefined, true],
    ['/srv/books', 's3://k:s@host/bucket', true],
    ['s3://k:s@host/bucket', 's3://k:s@host/bucket', false],
    ['s3://k:s@host/bucket/backups', 's3://k:s@host/bucket', false],
    ['s3://k:s@host/bucket/site/backups', 's3://k:s@host/bucket/site', false],
    ['s3://k:s@host/bucket/backups', 's3://k:s@host/bucket/site', true],
    ['s3://k:s@host/backups', 's3://k:s@host/bucket', true],
    ['s3://k:s@host/bucket', 's3://k:s@host/bucket/files/site', false],
  ])('BACKUP_TO=%s of the site with STORAGE_URL=%s is a place of its own: %s', (to, store, isOwn) => {
    const message = failure({ DATA_DIR: '/srv/books', BACKUP_TO: to, STORAGE_URL: store })
    expect(message).toBe(isOwn ? undefined : 'BACKUP_TO must be a place of its own, apart from the files of the site.')
  })

  test('an incomplete first administrator', () => {
    expect(failure({ ADMIN_EMAIL: 'a@example.org' })).toBe('ADMIN_PASSWORD must be set when ADMIN_EMAIL is.')
    expect(failure({ ADMIN_PASSWORD: 'a long password' })).toBe('ADMIN_EMAIL must be set when ADMIN_PASSWORD is.')
  })
})
