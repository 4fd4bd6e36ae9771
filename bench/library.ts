import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createTestDatabase, withCluster } from '#server/platform/testing-database.ts'
import { spawnServer } from '#tests/run-server.ts'

/** Lets `work` use the site in a process of its own, on a library of so many books. */
export const withLibrary = <T>(books: number, work: (address: string) => Promise<T>): Promise<T> =>
  withCluster(async (cluster) => {
    const [{ config, drop }, dataDir] = await Promise.all([
      createTestDatabase(cluster),
      mkdtemp(join(tmpdir(), 'quillhouse-bench-')),
    ])
    await addBooks(config, books)
    const { host, user, password, database } = config
    const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${host}`
    const server = spawnServer({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    })
    try {
      return await work(await server.opened())
    } finally {
      await server.stop()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

/** Rows alone: what is measured here reads no files. */
const addBooks = async (config: pg.ClientConfig, books: number) => {
  const client = new pg.Client(config)
  await client.connect()
  await client.query(`insert into users (username, email, password_hash, user_type, verified)
    values ('Ottoline Marsh', 'ottoline@example.org', 'none', 'author', true)`)
  await client.query(
    `insert into books (publisher_id, title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes,
       page_count, created_at)
     select (select id from users), 'The Lamplighter''s Almanac, volume ' || n, 'Ottoline Marsh',
       'Every dusk for forty years somebody walked this street with a flame on a pole, and wrote down what he saw.',
       'Fantasy', md5(n::text), '#3b5b73', 'pdf/' || n || '.pdf', 'almanac.pdf', 1000000, 200, now() - n * interval '1 minute'
     from generate_series(1, $1::int) as n`,
    [books],
  )
  await client.query('analyze')
  await client.end()
}
