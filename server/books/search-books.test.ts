import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBooks, listGenres, searchBooks } from '#contract/books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { searchBooks as findBooks } from './search-books.ts'
import { insertBooks } from './testing-books.ts'
import { explainStatements } from './testing-plans.ts'

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  const words: [title: string, author: string][] = [
    ['Les Misérables', 'Victor Hugo'],
    ['Der Zauberberg', 'Thomas Mann'],
    ['STRASSE und Straße', 'Jörg Öß'],
    ['محال عادية', 'نجيب محفوظ'],
    ['吾輩は猫である', '夏目 漱石'],
    ['Ελληνική Μυθολογία', 'Όμηρος'],
    ['Война и мир', 'Лев Толстой'],
    ['100% Wool', 'A_B Underscore'],
    ['C:\\Windows', 'Back Slash'],
    ["Robert'); drop table books;--", 'Little Bobby'],
    ['Emoji 📚 Stories', 'A Fan'],
    ['Thomas the Engine', 'W. Awdry'],
    ['(a+)+$ and .*', 'Regular Expression'],
  ]
  await insertBooks(
    site.services,
    words.map(([title, author]) => ({ title, author })),
  )
})
afterAll(() => site.close())

const search = async (query: string) => (await site.api()(searchBooks, { query: { query } })).map(({ title }) => title)

describe('a search', () => {
  test.each([
    ['misérables', 'Les Misérables'],
    ['MISERABLES', 'Les Misérables'],
    ['mise\u0301rables', 'Les Misérables'],
    ['hugo', 'Les Misérables'],
    ['Hugo Misérables', 'Les Misérables'],
    ['zauber', 'Der Zauberberg'],
    ['berg', 'Der Zauberberg'],
    ['  zauberberg  ', 'Der Zauberberg'],
    ['jorg', 'STRASSE und Straße'],
    ['straße', 'STRASSE und Straße'],
    ['strasse', 'STRASSE und Straße'],
    ['محال', 'محال عادية'],
    ['نجيب', 'محال عادية'],
    ['猫', '吾輩は猫である'],
    ['夏目', '吾輩は猫である'],
    ['μυθολογια', 'Ελληνική Μυθολογία'],
    ['ΌΜΗΡΟ', 'Ελληνική Μυθολογία'],
    ['ВОЙНА', 'Война и мир'],
    ['толстой', 'Война и мир'],
    ['📚', 'Emoji 📚 Stories'],
    ['ｚａｕｂｅｒ', 'Der Zauberberg'],
  ])('for %j finds %j', async (query, title) => {
    expect(await search(query)).toContain(title)
  })

  test('finds words of the title and of the author, and only books that have all of them', async () => {
    expect(await search('thomas')).toEqual(['Thomas the Engine', 'Der Zauberberg'])
    expect(await search('thomas zauberberg')).toEqual(['Der Zauberberg'])
    expect(await search('thomas hugo')).toEqual([])
  })

  test('treats wildcards literally', async () => {
    expect(await search('%')).toEqual(['100% Wool'])
    expect(await search('_')).toEqual(['100% Wool'])
    expect(await search('\\')).toEqual(['C:\\Windows'])
    expect(await search('a_b')).toEqual(['100% Wool'])
    expect(await search('axb')).toEqual([])
    expect(await search('(a+)+$')).toEqual(['(a+)+$ and .*'])
    expect(await search('.*')).toEqual(['(a+)+$ and .*'])
    expect(await search("'); drop table books;--")).toEqual(["Robert'); drop table books;--"])
    expect(await search("' or 1=1--")).toEqual([])
    expect(await search('%'.repeat(100))).toEqual([])
  })

  test('that is blank finds nothing', async () => {
    for (const query of ['', ' ', '\u00a0\u3000 ']) expect(await search(query)).toEqual([])
    expect(await site.api()(searchBooks)).toEqual([])
    expect((await site.app.inject({ url: '/api/books/search?query=' })).json()).toEqual([])
  })

  test('has at most 200 characters, counted as a person counts', async () => {
    expect(await search('猫'.repeat(200))).toEqual([])
    expect(await search('😀'.repeat(200))).toEqual([])
    for (const query of ['x'.repeat(201), '😀'.repeat(201)]) {
      expect(await problemFrom(search(query))).toMatchObject({
        status: 400,
        errors: { query: 'The search is at most 200 characters long.' },
      })
    }
  })

  test('with control characters is 400', async () => {
    for (const query of ['a%00b', 'a%1bb', 'a%0ab']) {
      expect((await site.app.inject({ url: `/api/books/search?query=${query}` })).statusCode).toBe(400)
    }
  })

  test('returns at most 20 books, fewer with a lower limit', async () => {
    await insertBooks(
      site.services,
      Array.from({ length: 30 }, (_, i) => ({ title: `Crowd ${i}` })),
    )
    expect(await search('crowd')).toHaveLength(20)
    expect(await site.api()(searchBooks, { query: { query: 'crowd', limit: 3 } })).toHaveLength(3)
    expect(await site.api()(searchBooks, { query: { query: 'crowd', limit: 1000 } })).toHaveLength(20)
  })

  test('lists titles that begin with the query first', async () => {
    await insertBooks(site.services, [
      { title: 'Quill of Ash' },
      { title: 'The Quill', ratingCount: 9, ratingSum: 45 },
      { title: 'A Pen', author: 'Quill' },
    ])
    expect((await search('quill'))[0]).toBe('Quill of Ash')
  })

  test('filters the library in the same way', async () => {
    const found = await site.api(reader)(listBooks, { query: { query: 'MISERABLES hugo' } })
    expect(found).toMatchObject({ totalBooks: 1, totalPages: 1, books: [{ title: 'Les Misérables' }] })
    expect(await site.api(reader)(listBooks, { query: { query: 'nothing at all' } })).toMatchObject({
      totalBooks: 0,
      totalPages: 0,
      books: [],
    })
    expect((await site.api(reader)(listBooks, { query: { query: '  ' } })).totalBooks).toBeGreaterThan(30)
  })
})

describe('a search in the library', () => {
  const TITLES = [
    { title: 'Twilight', genre: 'Romance' },
    { title: 'Twilight Sleep', genre: 'Romance', ratingCount: 3, ratingSum: 15, views: 1 },
    { title: 'Idols at Twilight', genre: 'Philosophy', ratingCount: 9, ratingSum: 45, views: 7 },
    { title: 'After Dark', author: 'Twilight Press', genre: 'Horror', views: 3 },
  ]
  const titlesBy = async (search: string) => {
    const { body } = await site.app.inject({
      url: `/api/books?query=twilight${search}`,
      headers: { authorization: `Bearer ${reader.token}` },
    })
    return (JSON.parse(body) as { books: { title: string }[] }).books.map(({ title }) => title)
  }
  beforeAll(() => insertBooks(site.services, TITLES))

  test('is ordered by best match, by default and by name: the title itself, titles that begin with it, the others', async () => {
    const best = ['Twilight', 'Twilight Sleep', 'Idols at Twilight', 'After Dark']
    expect(await titlesBy('')).toEqual(best)
    expect(await titlesBy('&sort=best-match')).toEqual(best)
  })

  test('is ordered by age, title or views on request', async () => {
    expect(await titlesBy('&sort=new')).toEqual(['After Dark', 'Idols at Twilight', 'Twilight Sleep', 'Twilight'])
    expect(await titlesBy('&sort=title')).toEqual(['After Dark', 'Idols at Twilight', 'Twilight', 'Twilight Sleep'])
    expect((await titlesBy('&sort=most-read'))[0]).toBe('Idols at Twilight')
  })

  test('has its own counts of genres', async () => {
    expect(await site.api()(listGenres, { query: { query: ' TWILIGHT ' } })).toEqual([
      { _id: 'Romance', count: 2 },
      { _id: 'Horror', count: 1 },
      { _id: 'Philosophy', count: 1 },
    ])
    expect(await site.api()(listGenres, { query: { query: 'no such words' } })).toEqual([])
    expect(await site.api()(listGenres, { query: { query: ' ' } })).toEqual(await site.api()(listGenres))
  })

  test('without a query, best match is the newest first', async () => {
    const page = (query: object) => site.api(reader)(listBooks, { query })
    expect(await page({ sort: 'best-match' })).toEqual(await page({ sort: 'new' }))
  })
})

test('the database makes trigrams of every script', async () => {
  const { rows } = await sql<{
    arabic: string[]
    japanese: string[]
  }>`select show_trgm('محال') as arabic, show_trgm('吾輩は猫') as japanese`.execute(site.services.db)
  expect(rows[0]?.arabic.length).toBeGreaterThan(0)
  expect(rows[0]?.japanese.length).toBeGreaterThan(0)
})

test('with a query, totals and counts of genres are exact up to 1000, the maximum', async () => {
  await insertBooks(
    site.services,
    Array.from({ length: 1010 }, (_, i) => ({ title: `Multitude ${i}`, author: i < 1000 ? 'Exactly' : 'More' })),
  )
  const total = async (query: string) => (await site.api(reader)(listBooks, { query: { query } })).totalBooks
  expect(await total('multitude exactly')).toBe(1000)
  expect(await total('multitude more')).toBe(10)
  expect(await total('multitude')).toBe(1000)
  expect(await site.api()(listGenres, { query: { query: 'multitude more' } })).toEqual([{ _id: 'Fiction', count: 10 }])
  const counts = await site.api()(listGenres, { query: { query: 'multitude' } })
  expect(counts.map(({ _id }) => _id).toSorted()).toEqual(['Fiction', 'Horror', 'Philosophy', 'Romance'])
  expect(new Set(counts.map(({ count }) => count))).toEqual(new Set([null]))
})

test('of frequent words, totals are exact too, the book with this title is the first, and each is on one page', async () => {
  const library = await openTestSite()
  try {
    const member = await library.aReader()
    const add = async (books: number) => {
      await insertBooks(
        library.services,
        Array.from({ length: books }, (_, i) => ({ title: `Harbour ${i}`, author: 'Everybody', views: i + 1 })),
      )
      // The number of all books is an estimate of the database.
      await sql`analyze book_search`.execute(library.services.db)
    }
    const found = async () => {
      const { totalBooks, books } = await library.api(member)(listBooks, { query: { query: 'harbour' } })
      return { totalBooks, first: books[0]?.title }
    }
    await insertBooks(library.services, [{ title: 'Harbour', author: 'Nobody', views: 0 }])
    await add(300)
    expect(await found()).toEqual({ totalBooks: 301, first: 'Harbour' })
    await add(1200)
    expect(await found()).toEqual({ totalBooks: 1000, first: 'Harbour' })
    expect((await library.api()(searchBooks, { query: { query: 'harbour' } }))[0]?.title).toBe('Harbour')

    const insert = (books: number, bookOf: (i: number) => { title: string; views: number }) =>
      insertBooks(
        library.services,
        Array.from({ length: books }, (_, i) => bookOf(i)),
      )
    await insert(600, (i) => ({ title: `Lantern ${i}`, views: i }))
    await insert(500, (i) => ({ title: `Old lantern ${i}`, views: 1000 + i }))
    await insert(400, (i) => ({ title: `Sailor sailing sails ${i}`, views: i }))
    await sql`analyze book_search`.execute(library.services.db)
    const walk = async (query: string) => {
      const [totals, ids] = [new Set<number>(), [] as string[]]
      for (let page = 1; page <= 84; page++) {
        const { totalBooks, books } = await library.api(member)(listBooks, { query: { query, page, limit: 12 } })
        totals.add(totalBooks)
        ids.push(...books.map(({ _id }) => _id))
      }
      return { totals: [...totals], listed: ids.length, books: new Set(ids).size }
    }
    expect(await walk('lantern')).toEqual({ totals: [1000], listed: 1000, books: 1000 })
    // Each of these books has three words that begin so.
    expect(await walk('sail')).toEqual({ totals: [400], listed: 400, books: 400 })
  } finally {
    await library.close()
  }
})

test('only the words of the books that are ranked are read, not those of all hits', async () => {
  const explained = await explainStatements(site, ['auto_explain.log_verbose = on'])
  const plans = await explained.plansOf((services) => findBooks(services, { query: 'thomas', limit: 5 }))
  await explained.close()
  const plan = plans.find((one) => one.includes('tsvector_to_array')) ?? ''
  expect(plan).toContain('Limit')
  expect(plan.slice(plan.indexOf('Limit'))).not.toContain('tsvector_to_array')
})
