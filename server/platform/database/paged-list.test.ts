import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { type ListedRows, type PagedList, readPage } from './paged-list.ts'

const COUNT = 3000

const { config, drop } = await createTestDatabase()
const { db, close } = connect(config, { info: () => undefined, warn: () => undefined })

beforeAll(async () => {
  await sql`create table items (id uuid primary key default uuidv7(), n integer not null)`.execute(db)
  await sql`insert into items (n) select n from generate_series(1, ${sql.lit(COUNT)}) n`.execute(db)
  await sql`create index items_by_n on items (n, id)`.execute(db)
})
afterAll(async () => {
  await close()
  await drop()
})

const ITEMS: PagedList<'up' | 'down', number> = {
  orders: {
    up: { table: sql`items`, id: sql`id`, keys: [sql`n`, sql`id`] },
    down: { table: sql`items`, id: sql`id`, keys: [sql`n`, sql`id`], isDescending: true },
  },
  filter: (least) => sql`n >= ${least}`,
  count: async (database, least = 0) => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from items where n >= ${least}`.execute(
      database,
    )
    return rows[0]?.total ?? 0
  },
  search: { table: sql`items`, id: sql`id`, max: 100 },
}

const selectNumbers = async (database: Database, { ids, orderBy }: ListedRows) => {
  const { rows } = await sql<{ n: number }>`
    select n from ${ids} as listed join items on items.id = listed_id order by ${orderBy}`.execute(database)
  return rows.map(({ n }) => n)
}

const range = (first: number, last: number) =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, i) => (first < last ? first + i : first - i))

test.each([
  { sort: 'up', page: 1, filter: undefined, rows: range(1, 100), total: COUNT },
  { sort: 'up', page: 30, filter: undefined, rows: range(2901, 3000), total: COUNT },
  { sort: 'down', page: 29, filter: undefined, rows: range(200, 101), total: COUNT },
  { sort: 'down', page: 31, filter: undefined, rows: undefined, total: COUNT },
  { sort: 'up', page: 20, filter: 1051, rows: range(2951, 3000), total: 1950 },
] as const)('page $page, $sort, with filter $filter', async ({ sort, page, filter, rows, total }) => {
  expect(await readPage(db, ITEMS, { sort, page, filter, limit: 100 }, selectNumbers)).toEqual({ rows, total })
})

test('a search lists its hits in every order, counted up to the maximum', async () => {
  const search = (condition: string, sort: 'up' | 'down') =>
    readPage(db, ITEMS, { sort, page: 2, limit: 40, search: sql.raw(condition) }, selectNumbers)
  expect(await search('n % 50 = 0', 'down')).toEqual({ rows: range(20, 1).map((n) => n * 50), total: 60 })
  expect(await search('n > 1000', 'up')).toEqual({ rows: range(1041, 1080), total: 100 })
})

test('a far page and the number of rows are of one snapshot', async () => {
  const page = await readPage(db, ITEMS, { sort: 'up', page: 30, limit: 100 }, async (snapshot, listed) => {
    await sql`delete from items where n > 2990`.execute(db)
    return selectNumbers(snapshot, listed)
  })
  expect(page).toEqual({ rows: range(2901, 3000), total: COUNT })
})
