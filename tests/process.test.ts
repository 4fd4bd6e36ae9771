import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { POLL_SECONDS } from '#server/platform/jobs/jobs.ts'
import { createTestDatabase, query } from '#server/testing/test-database.ts'
import { aBookForm, aPicture } from '#server/testing/book-form.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { addPeople } from '#tests/torture/people.ts'

const SLOW_REQUESTS = 20
const WAITING_CONNECTIONS = 200
/** Twice the interval at which the queues are polled. */
const IDLE_MS = 2 * POLL_SECONDS * 1000
const SILENT = { info: () => {}, warn: () => {} }
const COMMAND_LINE = join(import.meta.dirname, '../server/commands/command-line.ts')

const folders: string[] = []
const servers: SpawnedServer[] = []

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-process-'))
  folders.push(folder)
  return folder
}

const aServer = (env: Record<string, string>) => {
  const server = spawnServer({ LOG_LEVEL: 'warn', RATE_LIMITS: 'off', PORT: '0', ...env })
  servers.push(server)
  return server
}

const addressOf = ({ host, user, password, database }: pg.ClientConfig) =>
  `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${host}`

const aDatabase = async () => {
  const database = await createTestDatabase()
  return { ...database, url: addressOf(database.config) }
}

/** A database without migrations. */
const anEmptyDatabase = async () => {
  const cluster = inject('testCluster')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await query(cluster, `create database ${name}`)
  const config = { ...cluster, database: name }
  return { config, url: addressOf(config), drop: () => query(cluster, `drop database ${name} with (force)`) }
}

afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  // A failed test may leave a database running.
  await Promise.all(folders.map((folder) => stopPostmaster(folder)))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

describe('on a database of its own', { timeout: 60_000 }, () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  beforeAll(async () => {
    database = await aDatabase()
  })
  afterAll(() => database.drop())

  test('SIGTERM completes requests in flight, slow ones and an upload too, and then exits with 0', async () => {
    const dataDir = await aFolder()
    const server = aServer({ DATABASE_URL: database.url, DATA_DIR: dataDir })
    const address = await server.opened()
    const { clients, books } = await addPeople(database.config, SLOW_REQUESTS)
    const comments = clients.map(({ token }) =>
      sendSlowly(
        address,
        `/api/books/${books[0]}/comments`,
        token,
        'application/json',
        Buffer.from('{"text":"At dusk."}'),
      ),
    )
    const form = new Response(aBookForm())
    const type = form.headers.get('content-type') ?? ''
    const upload = sendSlowly(
      address,
      '/api/books',
      clients[0]?.token ?? '',
      type,
      Buffer.from(await form.arrayBuffer()),
    )
    await Promise.all([...comments, upload].map(({ begun }) => begun))
    await pause(200)

    const signalled = performance.now()
    server.signal('SIGTERM')
    await untilClosed(address)
    const answers = await Promise.all([...comments, upload].map(({ finish }) => finish()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: SLOW_REQUESTS + 1 }, () => 201))
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - signalled).toBeLessThan(35_000)
    expect(server.stderr()).toBe('')
    const { rows } = await query(database.config, 'select count(*)::int as comments from comments')
    expect(rows).toEqual([{ comments: SLOW_REQUESTS }])
  })

  test('SIGTERM completes requests on connections that wait to be accepted', async () => {
    const server = aServer({ DATABASE_URL: database.url, DATA_DIR: await aFolder() })
    const port = Number(new URL(await server.opened()).port)
    const statuses = Array.from({ length: WAITING_CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write('POST /api/auth/guest HTTP/1.1\r\nhost: library\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return (await text(socket)).split('\r\n', 1)[0]
    })
    await statuses[0]
    server.signal('SIGTERM')
    expect(new Set(await Promise.all(statuses))).toEqual(new Set(['HTTP/1.1 201 Created']))
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })

  test.skipIf(!existsSync('/proc/self/maps'))(
    'images and PDFs are decoded in child processes, which exit with the server, and no decoder is loaded into the server',
    async () => {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const server = aServer({ DATABASE_URL: database.url, DATA_DIR: await aFolder() })
        const address = await server.opened()
        const { clients } = await addPeople(database.config, 1)
        const authorization = `Bearer ${clients[0]?.token}`
        for (const cover of ['series', 'image', 'first-page'] as const) {
          const answer = await fetch(`${address}/api/books`, {
            method: 'POST',
            headers: { authorization },
            body: aBookForm({ cover, ...(cover === 'image' && { image: aPicture() }) }),
          })
          expect([cover, answer.status]).toEqual([cover, 201])
        }
        const image = new FormData()
        image.set('image', aPicture(), 'me.png')
        const picture = await fetch(`${address}/api/auth/profile-image`, {
          method: 'PUT',
          headers: { authorization },
          body: image,
        })
        expect(picture.status).toBe(200)

        // One for PDFs, one for covers, one for profile images.
        const drawing = async () =>
          (await Promise.all((await childrenOf(server.pid)).map(mapsOf))).filter((maps) => maps.includes('libvips'))
        await expect.poll(async () => (await drawing()).length).toBe(3)
        // The jobs that read the texts of PDFs have others, which draw nothing.
        await expect.poll(async () => (await childrenOf(server.pid)).length).toBeGreaterThanOrEqual(4)
        const children = await childrenOf(server.pid)
        expect(await drawing()).toHaveLength(3)
        expect(await mapsOf(server.pid)).toContain('argon2')
        expect(await mapsOf(server.pid)).not.toContain('libvips')
        server.signal(signal)
        await server.ended
        await expect
          .poll(() => children.filter((pid) => existsSync(`/proc/${pid}/maps`)), { timeout: 5_000 })
          .toEqual([])
      }
    },
  )

  test('a second signal exits immediately', async () => {
    const server = aServer({ DATABASE_URL: database.url, DATA_DIR: await aFolder() })
    const address = await server.opened()
    const { clients, books } = await addPeople(database.config, 1)
    const path = `/api/books/${books[0]}/comments`
    const slow = sendSlowly(
      address,
      path,
      clients[0]?.token ?? '',
      'application/json',
      Buffer.from('{"text":"Never said."}'),
    )
    slow.finished.catch(() => {})
    await slow.begun
    await pause(100)
    server.signal('SIGTERM')
    await untilClosed(address)
    const again = performance.now()
    server.signal('SIGTERM')
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(performance.now() - again).toBeLessThan(1000)
  })
})

test('two servers that start concurrently on an empty database both serve, and each migration runs once', async () => {
  const database = await anEmptyDatabase()
  const both = await Promise.all(
    [1, 2].map(async () => aServer({ DATABASE_URL: database.url, DATA_DIR: await aFolder() })),
  )
  const addresses = await Promise.all(both.map((server) => server.opened()))
  const answers = await Promise.all(addresses.map((address) => fetch(`${address}/api/books/new`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await query(
    database.config,
    'select count(*)::int as applied, count(distinct name)::int as names from schema_migrations',
  )
  expect(rows[0].applied).toBe(rows[0].names)
  const ends = await Promise.all(both.map((server) => server.stop()))
  expect(ends).toEqual([
    { code: 0, signal: null },
    { code: 0, signal: null },
  ])
  await database.drop()
})

describe('a start that fails prints the reason in one line', { timeout: 60_000 }, () => {
  const lineOf = async (env: Record<string, string>) => {
    const server = aServer(env)
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.stderr().trimEnd().split('\n'), server.stderr()).toHaveLength(1)
    return server.stderr()
  }

  test('a malformed setting', async () => {
    expect(await lineOf({ PORT: 'http' })).toContain("Quillhouse can't start: PORT must be a whole number")
  })

  test('a DATABASE_URL that nothing listens on', async () => {
    const closed = await aPort()
    await closed.close()
    const url = `postgres://nobody:secret@127.0.0.1:${closed.port}/library`
    const line = await lineOf({ DATABASE_URL: url, DATA_DIR: await aFolder() })
    expect(line).toContain("Quillhouse can't start: The database doesn't answer: ")
    expect(line).not.toContain('secret')
  })

  test('a DATA_DIR that is a file', async () => {
    const file = join(await aFolder(), 'data')
    await writeFile(file, '')
    expect(await lineOf({ DATA_DIR: file })).toContain(`Quillhouse can't start: DATA_DIR ${file} can't be used`)
  })

  test('a port that is in use', async () => {
    const [database, taken] = await Promise.all([aDatabase(), aPort()])
    const line = await lineOf({ PORT: String(taken.port), DATABASE_URL: database.url, DATA_DIR: await aFolder() })
    expect(line).toContain(`Quillhouse can't start: Port ${taken.port} is in use.`)
    await Promise.all([taken.close(), database.drop()])
  })
})

describe('with DATA_DIR as the only setting', { timeout: 60_000 }, () => {
  let dataDir = ''
  const hasEnded = () => !existsSync(join(dataDir, 'db/postmaster.pid'))
  beforeAll(async () => {
    dataDir = await aFolder()
  })

  test('it starts an embedded database, doctor finds no fault, and it leaves no process behind', async () => {
    const server = aServer({ DATA_DIR: dataDir })
    const address = await server.opened()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)

    const beside = await command({ DATA_DIR: dataDir }, 'doctor')
    expect(beside).toMatchObject({ code: 0 })
    expect(beside.stdout).toContain('ok   database   PostgreSQL 18')
    expect(beside.stdout).toContain('PUBLIC_URL is not set')

    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(hasEnded()).toBe(true)
  })

  test('an idle site sends its database at most three statements a second', async () => {
    const server = aServer({ DATA_DIR: dataDir })
    await server.opened()
    const { config, stop } = await startEmbedded({ dataDir, log: SILENT, role: 'command' })
    const statements = async () =>
      (await readFile(join(dataDir, 'postgres.log'), 'utf8')).match(/LOG: {2}(?:statement|execute)/g)?.length ?? 0
    await query(config, `alter system set log_statement = 'all'`)
    await query(config, 'select pg_reload_conf()')
    // Wait for the background work of the start.
    await pause(IDLE_MS / 4)
    const before = await statements()
    await pause(IDLE_MS)
    const rate = ((await statements()) - before) / (IDLE_MS / 1000)
    await query(config, 'alter system reset all')
    expect(rate).toBeGreaterThan(0)
    expect(rate).toBeLessThanOrEqual(3)
    await stop()
    await server.stop()
  })

  test('a backup works beside a running server, and a restore works without one', { timeout: 120_000 }, async () => {
    const [backup, restored] = [join(await aFolder(), 'backup'), await aFolder()]
    const admin = {
      ADMIN_EMAIL: 'ada@example.org',
      ADMIN_PASSWORD: 'lamplight-and-ink',
      ADMIN_USERNAME: 'Ada of the Lamp',
    }
    const server = aServer({ DATA_DIR: dataDir, ...admin })
    await server.opened()
    expect((await command({ DATA_DIR: dataDir }, 'handbooks')).code).toBe(0)
    const made = await command({ DATA_DIR: dataDir }, 'backup', backup)
    expect(made.stdout).toMatch(/^\d+ rows and 24 files were written to /)
    expect((await command({ DATA_DIR: dataDir }, 'restore', backup)).stderr).toContain('is already running on')
    await server.stop()

    const back = await command({ DATA_DIR: restored }, 'restore', backup)
    expect(back).toMatchObject({ code: 0, stderr: '' })
    const again = aServer({ DATA_DIR: restored })
    const address = await again.opened()
    const books = (await (await fetch(`${address}/api/books/new`)).json()) as { image: string }[]
    expect(books).toHaveLength(3)
    for (const { image } of books) expect((await fetch(address + image)).status).toBe(200)
    await again.stop()
  })

  test('a backup in BACKUP_TO is encrypted, verified and restored by commands', { timeout: 120_000 }, async () => {
    const [restored, to] = [await aFolder(), join(await aFolder(), 'backups')]
    const identity = await generateX25519Identity()
    const key = join(await aFolder(), 'key.txt')
    await writeFile(key, `# secret\n${identity}\n`)
    const settings = { BACKUP_TO: to, BACKUP_KEY: await identityToRecipient(identity) }
    // The handbooks are in this library.
    const made = await command({ DATA_DIR: dataDir, ...settings }, 'backup')
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ rows and 24 files are in the backup 20/),
    })
    const checked = await command({ DATA_DIR: dataDir, ...settings }, 'doctor')
    expect(checked.stdout).toMatch(/^ok {3}backup {5}backups can be written to .*; the last one is of 20/m)
    expect((await command({ DATA_DIR: restored }, 'restore', to)).stderr).toContain('name the file with its secret key')

    const verify = () => command({ DATA_DIR: restored }, 'backup', '--verify', to)
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 backup with \d+ files: all are whole\.$/m),
    })
    const [snapshot = ''] = await readdir(join(to, 'snapshots'))
    const rows = join(to, 'snapshots', snapshot, 'tables/books.jsonl')
    const whole = await readFile(rows)
    await writeFile(
      rows,
      whole.map((byte, n) => (n === 300 ? byte ^ 1 : byte)),
    )
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining('tables/books.jsonl in') })
    await writeFile(rows, whole)

    const back = await command({ DATA_DIR: restored }, 'restore', to, snapshot, '--key', key)
    expect(back).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(' and 24 files of 20') })
  })

  test('a signal during the start stops the database', async () => {
    const server = aServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info' })
    while (!server.stdout().includes('embedded PostgreSQL is ready')) await pause(1)
    server.signal('SIGINT')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(hasEnded()).toBe(true)
  })

  describe('a start that fails after the database is up stops it, prints one line and exits with 1', () => {
    const fails = async (env: Record<string, string>, reason: string) => {
      const server = aServer({ DATA_DIR: dataDir, ...env })
      expect(await server.ended).toEqual({ code: 1, signal: null })
      expect(hasEnded()).toBe(true)
      expect(server.stderr().trimEnd().split('\n'), server.stderr()).toHaveLength(1)
      expect(server.stderr()).toContain(`Quillhouse can't start: ${reason}`)
    }

    test('the port is in use', async () => {
      const taken = await aPort()
      await fails({ PORT: String(taken.port) }, `Port ${taken.port} is in use.`)
      await taken.close()
    })

    test('the password of the first administrator is too weak', async () => {
      dataDir = await aFolder()
      const admin = { ADMIN_EMAIL: 'ada@example.org', ADMIN_USERNAME: 'Ada of the Lamp', ADMIN_PASSWORD: 'short' }
      await fails(admin, 'ADMIN_EMAIL, ADMIN_USERNAME and ADMIN_PASSWORD make no administrator: ')
    })

    test('the folder of the files is a file', async () => {
      dataDir = await aFolder()
      await writeFile(join(dataDir, 'files'), '')
      await fails({}, 'EEXIST: file already exists, mkdir ')
    })

    test('a migration of a newer version was applied', async () => {
      dataDir = await aFolder()
      const { config, stop } = await startEmbedded({
        dataDir,
        log: SILENT,
        role: 'command',
      })
      await query(
        config,
        `create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz);
         insert into schema_migrations values ('9999_later.sql', '', now())`,
      )
      await stop()
      await fails({}, 'The database is of a newer version of Quillhouse (it has 9999_later.sql).')
    })
  })

  test('doctor reports a malformed setting in one line, and exits with 1', async () => {
    const { code, stdout } = await command({ DATA_DIR: dataDir, SMTP_URL: 'mail.example.org' }, 'doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^BAD {2}settings {3}SMTP_URL must be an address that begins with smtp/m)
  })
})

/** Resolves when the server accepts no more connections. */
const untilClosed = async (address: string) => {
  const status = () =>
    fetch(`${address}/healthz`).then(
      () => 'open',
      () => 'closed',
    )
  await expect.poll(status).toBe('closed')
}

const command = async (env: Record<string, string>, ...words: string[]) => {
  const child = execFile(process.execPath, [COMMAND_LINE, ...words], { cwd: tmpdir(), env })
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'close'),
  ])
  return { code: code as number, stdout, stderr }
}

/** The files that are mapped into the memory of a process; empty for one that has exited. */
const mapsOf = (pid: number) => readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')

const childrenOf = async (pid: number): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(all.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')))
  return all.filter((_, at) => stats[at]?.split(') ').at(-1)?.split(' ')[1] === String(pid)).map(Number)
}

/** A port that something listens on. */
const aPort = async () => {
  const server = createServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}

/** Sends a request without the last byte of its body, which `finish` sends. */
const sendSlowly = (address: string, path: string, token: string, type: string, body: Buffer) => {
  const sent: ClientRequest = request(address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length },
  })
  const finished = once(sent, 'response').then(async ([response]) => {
    const { statusCode } = response as IncomingMessage
    return { status: statusCode, body: await text(response as IncomingMessage) }
  })
  const begun = new Promise((done) => sent.write(body.subarray(0, -1), done))
  return {
    begun,
    finished,
    finish: () => {
      sent.end(body.subarray(-1))
      return finished
    },
  }
}
