import { sql } from 'kysely'
import { SearchQuery } from '#contract/books.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateSiteSettings } from '#contract/site.ts'
import { openTestSite, type TestSite } from '#server/testing.ts'
import { addPages } from '#server/search-inside/testing-pages.ts'
import { searchBooks } from './search-books.ts'
import { insertBooks, insertManyBooks } from './testing-books.ts'
import { explainStatements } from './testing-plans.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await insertManyBooks(site.services, 2000)
  const [id = ''] = await insertBooks(site.services, [
    { title: "O'Neill & Söhne: 100% (sic!) <b>", author: 'A_B \\ C' },
    { title: '吾輩は猫である', author: '夏目 漱石' },
    { title: '\u200b', author: '\u200d' },
    { title: 'ﷺ'.repeat(200), author: '㍿'.repeat(100) },
    { title: 'x'.repeat(200), author: '📚' },
  ])
  await addPages(site.services, id, [...PIECES, ...PIECES.map((piece) => `number ${piece} 4`), 'x'.repeat(10_000)])
  await site.api(await site.anAdmin())(updateSiteSettings, { body: { libraryAccess: 'everyone' } })
})
afterAll(() => site.close())

/** Pieces that mean something to SQL, LIKE, regular expressions, tsquery, trigrams or a terminal. */
const PIECES = [
  "'",
  "''",
  '"',
  '\\',
  '\\\\',
  '%',
  '_',
  '*',
  '?',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '^',
  '$',
  '|',
  '||',
  '&',
  '&&',
  '!',
  '!!',
  '<->',
  '<2>',
  ':*',
  ':A',
  ':*A',
  '@@',
  '::',
  '::tsquery',
  '--',
  '/*',
  '*/',
  ';',
  '$1',
  '$$',
  '${x}',
  '`',
  '~',
  '#',
  '+',
  '=',
  "'); drop table books;--",
  "' or 1=1--",
  "a' & 'b",
  'a & ! b',
  '(a | b) <-> c',
  'foo:*',
  "'foo':*AB",
  'a\\',
  "\\'",
  'E\\047',
  'U&\\0041',
  '.*',
  '(a+)+$',
  '[[:alpha:]]',
  '\\u0000',
  '\\x00',
  '%00',
  '%s',
  '%n',
  '../..',
  '<script>',
  '&amp;',
  '{"a":1}',
  'null',
  'NaN',
  '1e309',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\u0300',
  '\ufe0f',
  '\ufffd',
  '\ufffe',
  '\u{10ffff}',
  '\u{e0001}',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '📚',
  '猫',
  '吾輩は',
  'ไทย',
  'ក្ម',
  'မြန်',
  '한국어',
  'ﷺ',
  '㍿',
  'ﬃ',
  'ß',
  'İ',
  'ı',
  'ς',
  'Ω',
  'é',
  'e\u0301',
  'ą̊̂',
  'שָׁלוֹם',
  'مُحَمَّد',
  'العربية',
  'हिन्दी',
  'தமிழ்',
  'Ελλ',
  'Ёж',
  '１２',
  '½',
  'Ⅷ',
  'x',
  'number',
  'numbre',
  'somebody',
  'the',
]
const PATTERNS = [
  (piece: string) => piece,
  (piece: string) => `number ${piece} 4`,
  (piece: string) => `${piece}${piece}somebody${piece}`,
  (piece: string) => [...piece.repeat(200)].slice(0, 200).join(''),
  (piece: string) => [...`${piece} `.repeat(200)].slice(0, 199).join('') + 'z',
]
const STRINGS = [
  ...PIECES.flatMap((piece) => PATTERNS.map((pattern) => pattern(piece))),
  ...Array.from({ length: 32 }, (_, code) => `a${String.fromCodePoint(code)}b`),
  ...Array.from({ length: 30 }, (_, i) =>
    Array.from({ length: 50 }, (_, k) => String.fromCodePoint(97 + ((i * k * 7) % 26)).repeat(3))
      .join(' ')
      .slice(0, 200),
  ),
  Array.from({ length: 33 }, (_, i) => `numb${i}r`)
    .join(' ')
    .slice(0, 200),
  Array.from({ length: 25 }, (_, i) => `sombod${String.fromCodePoint(97 + i)}`)
    .join(' ')
    .slice(0, 200),
]

/** Symbols, words, books, all once more with everything corrected, and the rows of the books. */
const MAX_STATEMENTS = 6
/** The words that all 2,000 books have cost more: each hit is three rows. */
const maxPages = (query: string) => (/somebody|number/.test(query) ? 10_000 : 3000)
/** Functions that the planner evaluates have plans without a text. */
const STATEMENT = /Query Text:\s+(?:select|with)/i

test('strange strings are searched for or rejected, in the list, in the library and inside the books', async () => {
  expect(STRINGS.length).toBeGreaterThan(515)
  const statuses = new Map<number, number>()
  for (const query of STRINGS)
    for (const path of ['search?', 'genres?exact=true&', 'inside?']) {
      const { statusCode } = await site.app.inject({ url: `/api/books/${path}query=${encodeURIComponent(query)}` })
      expect([query, statusCode]).toEqual([query, statusCode === 400 ? 400 : 200])
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  expect(statuses.get(200)).toBeGreaterThan(1000)
  expect(statuses.get(400)).toBeGreaterThan(50)
}, 120_000)

/** Pages that a statement has read, in units of 8 KB. */
const pagesOf = (plan: string) => {
  const [, hit = '0'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? []
  const [, read = '0'] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(plan) ?? []
  return Number(hit) + Number(read)
}

test('the work of a search is bounded, however strange it is', async () => {
  await sql`vacuum analyze`.execute(site.services.db)
  const explained = await explainStatements(site, ['auto_explain.log_analyze = on', 'auto_explain.log_buffers = on'])
  const queries = STRINGS.map((text) => SearchQuery.safeParse(text)).flatMap(({ data }) => data ?? [])
  for (const query of queries) {
    const plans = await explained.plansOf((services) => searchBooks(services, { query, limit: 20 }))
    const pages = plans.reduce((sum, plan) => sum + pagesOf(plan), 0)
    const statements = plans.filter((plan) => STATEMENT.test(plan))
    expect(statements.length, query).toBeLessThanOrEqual(MAX_STATEMENTS)
    expect(pages, query).toBeLessThanOrEqual(maxPages(query))
  }
  await explained.close()
}, 120_000)

test('a title of strange characters can be written and found', async () => {
  const find = async (query: string) =>
    (await site.app.inject({ url: `/api/books/search?query=${encodeURIComponent(query)}` })).json<{ title: string }[]>()
  expect((await find('x'.repeat(200)))[0]?.title).toBe('x'.repeat(200))
  expect((await find("o'neill"))[0]?.title).toMatch(/^O'Neill/)
  expect((await find('100%'))[0]?.title).toMatch(/^O'Neill/)
})
