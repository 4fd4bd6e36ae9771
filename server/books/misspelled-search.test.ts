import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBooks, listGenres, nearestBooks, searchBooks, suggestSearches, type TextRange } from '#contract/books.ts'
import { rateBook } from '#contract/ratings.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  await insertBooks(site.services, [
    { title: 'To the Lighthouse', author: 'Virginia Woolf', genre: 'Classics', ratingCount: 5, ratingSum: 20 },
    { title: 'Lighthouse Road', author: 'Debbie Macomber', genre: 'Romance' },
    { title: 'Beautiful Bastard (Beautiful, #1)', author: 'Christina Lauren' },
    { title: 'When God Was a Rabbit', author: 'Sarah Winman' },
    { title: 'The Preacher', author: 'Camilla Läckberg' },
    { title: 'The Iron King', author: 'Julie Kagawa' },
    { title: 'Øst for Paradis', author: 'Łukasz Đorđević' },
    { title: 'Sær Straße', author: 'Guðrún Þorn' },
    { title: "Don't Waste Your Life", author: 'J.R.R. Tolkien' },
    { title: 'Spider-Man', author: 'Stan Lee' },
    { title: 'Spider Man Returns', author: 'Steve Ditko' },
    { title: 'Light Years', author: 'James Salter' },
    { title: 'House of Leaves', author: 'Mark Danielewski' },
    { title: 'أحببتك أكثر مما ينبغي', author: 'أثير عبد الله' },
    { title: 'Pandora Hearts 1巻', author: '望月淳' },
    { title: 'Nineteen', author: 'Homer Kent' },
    { title: 'Small Gods', author: 'Terry Pratchett' },
  ])
})
afterAll(() => site.close())

const search = async (query: string) => (await site.api()(searchBooks, { query: { query } })).map(({ title }) => title)
const library = (query: object) => site.api(reader)(listBooks, { query })

describe('a search finds a book', () => {
  test.each([
    ['of which a word has swapped letters', 'to lighthuose', 'To the Lighthouse'],
    ['of which a short word has swapped letters', 'samll', 'Small Gods'],
    ['of which a word lacks a letter', 'when god was a rabit', 'When God Was a Rabbit'],
    ['of which a word lacks two letters', 'butiful bastard', 'Beautiful Bastard (Beautiful, #1)'],
    ['of which two words are misspelled', 'beautful bastrad', 'Beautiful Bastard (Beautiful, #1)'],
    ['whose author is misspelled', 'viriginia wolf', 'To the Lighthouse'],
    ['whose words are glued', 'lighthouseroad', 'Lighthouse Road'],
    ['whose author has the space in the wrong place', 'JulieK agawa', 'The Iron King'],
    ['of which a word is split', 'to the light house', 'To the Lighthouse'],
    ['with one word too many', 'lighthouse road virginia macomber', 'Lighthouse Road'],
    ['without accents', 'lackberg', 'The Preacher'],
    ['without Nordic and Slavic letters', 'ost lukasz dordevic', 'Øst for Paradis'],
    ['with accents that it lacks', 'prëàcher', 'The Preacher'],
    ['without ligatures', 'saer strasse gudrun thorn', 'Sær Straße'],
    ['without an apostrophe', 'dont waste', "Don't Waste Your Life"],
    ['by joined initials', 'jrr tolkien', "Don't Waste Your Life"],
    ['without a hyphen', 'spiderman', 'Spider-Man'],
    ['by another form of an Arabic letter', 'احببتك اكثر', 'أحببتك أكثر مما ينبغي'],
    ['by characters within a Japanese name', '月淳', 'Pandora Hearts 1巻'],
    ['by an unfinished misspelled word', 'virginnia w', 'To the Lighthouse'],
    ['by words in another order', 'kagawa king', 'The Iron King'],
  ])('%s: %j', async (_, query, title) => {
    expect((await search(query))[0]).toBe(title)
  })

  test('but none that merely shares a letter or two', async () => {
    for (const query of ['zzzzqqq', 'ox', 'kagawa tolkien', 'xqz lighthouse qqv zzx'])
      expect(await search(query)).toEqual([])
  })
})

describe('a corrected search in the library', () => {
  test('names the corrected query', async () => {
    expect(await library({ query: 'Lighthuose' })).toMatchObject({ correctedQuery: 'lighthouse', totalBooks: 2 })
    expect((await library({ query: 'To the Lighthuose' })).correctedQuery).toBe('To the lighthouse')
    expect((await library({ query: 'spider-mann returns' })).correctedQuery).toBe('spider man returns')
    expect((await library({ query: 'to the light house' })).correctedQuery).toBe('to the lighthouse')
    expect(await library({ query: 'lighthouse' })).not.toHaveProperty('correctedQuery')
    expect(await library({ query: 'lightho' })).not.toHaveProperty('correctedQuery')
    expect(await library({})).not.toHaveProperty('correctedQuery')
  })

  test('is turned off by exact=true', async () => {
    expect(await library({ query: 'lighthuose', exact: 'true' })).toEqual({
      books: [],
      currentPage: 1,
      totalBooks: 0,
      totalPages: 0,
    })
    expect(await library({ query: 'lighthouse', exact: 'true' })).toMatchObject({ totalBooks: 2 })
    expect(await library({ query: 'lighthuose', exact: 'false' })).toMatchObject({ totalBooks: 2 })
    expect(await problemFrom(library({ query: 'lighthouse', exact: 'yes' }))).toMatchObject({ status: 400 })
  })

  test('has genres, orders and pages', async () => {
    expect((await library({ query: 'lighthuose', genre: 'Romance' })).books.map(({ title }) => title)).toEqual([
      'Lighthouse Road',
    ])
    expect((await library({ query: 'lighthuose', sort: 'title', limit: 1, page: 2 })).books[0]?.title).toBe(
      'To the Lighthouse',
    )
    expect(await site.api()(listGenres, { query: { query: 'lighthuose' } })).toEqual([
      { _id: 'Classics', count: 1 },
      { _id: 'Romance', count: 1 },
    ])
    expect(await site.api()(listGenres, { query: { query: 'lighthuose', exact: 'true' } })).toEqual([])
  })
})

/** The parts of a text, as a person sees them set off. */
const partsOf = (text: string, ranges: TextRange[]) => ranges.map(({ start, end }) => text.slice(start, end))

describe('a hit names the parts that match', () => {
  test.each<[query: string, title: string[], author: string[]]>([
    ['to the light', ['To', 'the', 'Light'], []],
    ['to the lighthuose', ['To', 'the', 'Lighthouse'], []],
    ['wolf to', ['To'], ['Woolf']],
    ['prëàcher', ['Preacher'], []],
    ['reacher', ['reacher'], []],
    ['lackberg', [], ['Läckberg']],
    ['ost lukasz', ['Øst'], ['Łukasz']],
    ['dont waste', ["Don't", 'Waste'], []],
    ['lighthouseroad', ['Lighthouse', 'Road'], []],
    ['月淳', [], ['月淳']],
  ])('for %j: %j in the title, %j in the author', async (query, title, author) => {
    const [hit] = await site.api()(searchBooks, { query: { query } })
    expect(hit && partsOf(hit.title, hit.matches.title)).toEqual(title)
    expect(hit && partsOf(hit.author, hit.matches.author)).toEqual(author)
  })
})

describe('a search suggests', () => {
  beforeAll(() =>
    insertBooks(site.services, [
      { title: 'Good Omens', author: 'Terry Pratchett, Neil Gaiman' },
      { title: 'The Nightingale Papers', author: 'Orla Byrne', views: 5 },
      { title: 'Collected Essays', author: 'Nightingale, Florence' },
      { title: 'More Essays', author: 'Florence Nightingale', views: 3 },
      ...Array.from({ length: 5 }, (_, i) => ({ title: 'Poems', author: `Quentin Name${i}` })),
    ]),
  )
  const authors = async (query: string) => {
    const found = await site.api()(suggestSearches, { query: { query } })
    return found.authors.map(({ name, matches }) => [name, ...partsOf(name, matches)])
  }

  test.each<[what: string, query: string, expected: string[][]]>([
    ['an author by the beginning of the name', 'woo', [['Virginia Woolf', 'Woo']]],
    ['an author by a misspelled name', 'viriginia wolf', [['Virginia Woolf', 'Virginia', 'Woolf']]],
    ['one of several authors, once', 'pratchett', [['Terry Pratchett', 'Pratchett']]],
    ['several authors together', 'gaiman terry', [['Terry Pratchett, Neil Gaiman', 'Terry', 'Gaiman']]],
    [
      'no title, the author with the most read book first, and surnames where they are',
      'nightingale',
      [
        ['Florence Nightingale', 'Nightingale'],
        ['Nightingale, Florence', 'Nightingale'],
      ],
    ],
    ['no author of whom the title has a word', 'woolf lighthouse', []],
    ['no author for a blank search', ' ', []],
  ])('%s', async (_, query, expected) => {
    expect(await authors(query)).toEqual(expected)
  })

  test('at most three authors, and counts all books', async () => {
    expect(await authors('quentin')).toHaveLength(3)
    expect(await site.api()(suggestSearches, { query: { query: 'quentin' } })).toMatchObject({ totalBooks: 5 })
    expect(await site.api()(suggestSearches, { query: { query: 'zzzzqqq' } })).toEqual({ authors: [], totalBooks: 0 })
  })

  test('authors by whom the library finds their books', async () => {
    const [author] = await authors('viriginia wolf')
    expect((await library({ query: author?.[0] })).books.map(({ title }) => title)).toEqual(['To the Lighthouse'])
  })
})

describe('the books nearest to a search that finds none', () => {
  const nearest = async (query: string, limit = 4) =>
    (await site.api(reader)(nearestBooks, { query: { query, limit } })).map(({ title }) => title)

  test('have one of its words, each of them in turn', async () => {
    expect(await search('kagawa tolkien')).toEqual([])
    expect((await nearest('kagawa tolkien')).toSorted()).toEqual(["Don't Waste Your Life", 'The Iron King'])
    expect(await nearest('kagawa tolkien', 1)).toHaveLength(1)
  })

  test('have a word like one of its', async () => {
    expect(await search('xqz lighthuose qqv zzx')).toEqual([])
    expect((await nearest('xqz lighthuose qqv zzx')).toSorted()).toEqual(['Lighthouse Road', 'To the Lighthouse'])
  })

  test('are none for words that are like nothing', async () => {
    for (const query of ['zzzzqqq', '%', ' ', '\u200d']) expect(await nearest(query)).toEqual([])
  })
})

describe('the search follows changes of the books', () => {
  const vocabulary = async (prefix: string) =>
    (
      await sql<{ word: string }>`select word from search_words where starts_with(word, ${prefix})`.execute(
        site.services.db,
      )
    ).rows

  test('an added book is found at once, and corrections know its words', async () => {
    expect(await search('xylophonist')).toEqual([])
    await insertBooks(site.services, [{ title: 'The Xylophonist' }])
    expect(await search('xylophonist')).toEqual(['The Xylophonist'])
    expect(await search('xylophonits')).toEqual(['The Xylophonist'])
  })

  test('an edited book is found by its new words only', async () => {
    const [id = ''] = await insertBooks(site.services, [{ title: 'Quokkas at Dawn' }])
    await site.services.db.updateTable('books').set({ title: 'Wombats at Dawn' }).where('id', '=', id).execute()
    expect(await search('quokkas')).toEqual([])
    expect(await search('wombats')).toEqual(['Wombats at Dawn'])
    expect(await search('womabts')).toEqual(['Wombats at Dawn'])
    expect(await vocabulary('quokka')).toEqual([])
  })

  test('an edited book is found by its new symbols only, those of its title and of its author', async () => {
    const [id = ''] = await insertBooks(site.services, [{ title: 'A §§ B', author: 'One' }])
    expect(await search('§§')).toEqual(['A §§ B'])
    const books = site.services.db.updateTable('books').where('id', '=', id)
    await books.set({ title: 'A ¶§ B' }).execute()
    expect(await search('§§')).toEqual([])
    expect(await search('¶§')).toEqual(['A ¶§ B'])
    await books.set({ author: '§§' }).execute()
    expect(await search('§§')).toEqual(['A ¶§ B'])
  })

  test('a rating computes nothing for searches again', async () => {
    const [id = ''] = await insertBooks(site.services, [{ title: 'Once Only' }])
    await sql`update books set search_text = 'unchanged' where id = ${id}`.execute(site.services.db)
    await site.api(reader)(rateBook, { params: { id }, body: { rating: 4 } })
    const { searchText } = await site.services.db
      .selectFrom('books')
      .select('searchText')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(searchText).toBe('unchanged')
  })

  test('a deleted book is not found, and its words are forgotten unless another book has them', async () => {
    const [first = '', second = ''] = await insertBooks(site.services, [
      { title: 'Axolotl Nights' },
      { title: 'Axolotl Mornings' },
    ])
    await site.services.db.deleteFrom('books').where('id', '=', first).execute()
    expect(await search('axoltol')).toEqual(['Axolotl Mornings'])
    await site.services.db.deleteFrom('books').where('id', '=', second).execute()
    expect(await search('axoltol')).toEqual([])
    expect(await vocabulary('axolotl')).toEqual([])
  })

  test('an added and a deleted book with the same words do not wait for each other in a circle', async () => {
    const { db } = site.services
    const [deleted = ''] = await insertBooks(site.services, [
      { title: 'Abacus Parade' },
      ...Array.from({ length: 7 }, () => ({ title: 'Parade' })),
    ])
    const waiting = async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.waiting
    }
    const writes: Promise<unknown>[] = []
    await db.transaction().execute(async (trx) => {
      await sql`select from search_words where word = 'abacus' for update`.execute(trx)
      writes.push(db.deleteFrom('books').where('id', '=', deleted).execute())
      await expect.poll(waiting).toBe(1)
      writes.push(insertBooks(site.services, [{ title: 'Abacus Parade' }]))
      await expect.poll(waiting).toBe(2)
    })
    await Promise.all(writes)
    expect(await search('abacsu')).toEqual(['Abacus Parade'])
  })

  test('the words of books written at the same time are all known', async () => {
    const titles = Array.from({ length: 40 }, (_, i) => `Simultaneous ${String.fromCodePoint(97 + (i % 20)).repeat(6)}`)
    const ids = await Promise.all(titles.map((title) => insertBooks(site.services, [{ title }])))
    await Promise.all(
      ids.map(([id = ''], i) =>
        i < 20 ? site.services.db.deleteFrom('books').where('id', '=', id).execute() : undefined,
      ),
    )
    for (const title of titles.slice(20)) expect(await search(title.slice(0, -1) + 'q')).toContain(title)
  })
})
