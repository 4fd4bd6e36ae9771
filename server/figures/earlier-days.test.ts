import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { daysBefore } from '#contract/values/durations.ts'
import { getBookFigures } from '#contract/figures.ts'
import { openTestSite } from '#server/testing/test-site.ts'

const MIGRATION = join(import.meta.dirname, '../../migrations/0048_figures.sql')
const UNDO = `
  alter table book_days drop column opened, drop column readers, drop column finished, drop column downloads,
    drop column rated, drop column rated_stars;
  drop table figures_start, book_sources, book_reach`

test('days before the figures were counted have the ratings and views that are kept of them', async () => {
  const site = await openTestSite()
  const { db, now } = site.services
  const [author, ...people] = [
    await site.anAuthor(),
    await site.aReader(),
    await site.aGuest(),
    await site.aModerator(),
  ]
  const bookId = await site.aBookRow(author)
  const client = new pg.Client(site.database.config)
  await client.connect()
  await client.query(UNDO)
  const ratedAt = daysBefore(now(), 3)
  const day = ratedAt.toISOString().slice(0, 10)
  await client.query('insert into book_days (book_id, day, views) values ($1, $2, 7)', [bookId, day])
  await db
    .insertInto('ratings')
    .values(people.map(({ _id }) => ({ bookId, userId: _id, stars: 4, ranked: false, ratedAt })))
    .execute()
  await client.query(await readFile(MIGRATION, 'utf8'))
  await client.end()

  const { points, since, total } = await site.api(author)(getBookFigures, { params: { id: bookId }, query: {} })
  expect(since).toBe(now().toISOString().slice(0, 10))
  expect(points.at(-4)).toEqual({
    day,
    opened: 7,
    readers: null,
    finished: null,
    downloads: null,
    ratings: 2,
    stars: 8,
  })
  expect(total).toMatchObject({ opened: 7, readers: 0, ratings: 2, stars: 8 })
  await site.close()
})
