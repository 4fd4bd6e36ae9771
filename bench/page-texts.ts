import pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'

const VOCABULARY = 500_000
const PAGE_CHARACTERS = 2_000
const PAGES_PER_BOOK = 300
const SAMPLES = 1_000
const SYLLABLES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'].flatMap((vowel) =>
  ['b', 'd', 'f', 'k', 'l', 'm', 'n', 'r', 's', 't'].map((consonant) => consonant + vowel),
)

/** A search of a kind: 'frequent', 'rare' or 'phrase'. */
export interface PageQuery {
  kind: string
  query: string
}

/**
 * Fills books of a library up to this number of pages, with words in natural frequencies (Zipf and Mandelbrot), as if
 * their PDFs had been read. Returns searches for them, frequent words, rare words and phrases by turns.
 */
export const loadPageTexts = async (config: DatabaseConfig, pages: number): Promise<PageQuery[]> => {
  const nextWord = drawWords(numbers(1))
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '512MB'`)
    const loaded = await client.query<{ pages: number; index: string }>(
      `select count(*)::int as pages, pg_get_indexdef('page_texts_by_keys'::regclass) as index from page_texts`,
    )
    const { pages: before = 0, index = '' } = loaded.rows[0] ?? {}
    if (before < pages) {
      // An index is built faster than it is filled.
      await client.query('drop index page_texts_by_keys')
      for (const textId of await addTexts(client, pages - before)) {
        const texts = Array.from({ length: PAGES_PER_BOOK }, () => pageOf(nextWord))
        await addPages(client, textId, texts)
      }
      await client.query(index)
      await client.query('vacuum analyze page_texts, book_texts')
    }
    const { rows } = await client.query<{ content: string }>(
      'select content from page_texts where page <= 3 order by text_id, page limit $1',
      [SAMPLES],
    )
    return queriesFrom(rows.map(({ content }) => content.split(' ')))
  } finally {
    await client.end()
  }
}

const addTexts = async (client: pg.Client, pages: number): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(
    `insert into book_texts (book_id, pdf, pages, text_pages, is_read)
    select id, pdf, $2, $2, true from books
    where not exists (select from book_texts where book_id = books.id)
    order by id limit $1
    returning id`,
    [Math.ceil(pages / PAGES_PER_BOOK), PAGES_PER_BOOK],
  )
  return rows.map(({ id }) => id)
}

const addPages = (client: pg.Client, textId: number, texts: string[]) =>
  client.query(
    `insert into page_texts (text_id, page, content, words)
    select $1, n, text, ' ' || text || ' ' from unnest($2::text[]) with ordinality as added (text, n)`,
    [textId, texts],
  )

const pageOf = (nextWord: () => string) => {
  let text = nextWord()
  while (text.length < PAGE_CHARACTERS) text += ` ${nextWord()}`
  return text
}

/** Words by their rank: the frequent ones are short. */
const wordAt = (rank: number): string => {
  const last = SYLLABLES[rank % SYLLABLES.length] ?? ''
  return rank < SYLLABLES.length ? last : wordAt(Math.floor(rank / SYLLABLES.length) - 1) + last
}

const drawWords = (next: () => number) => {
  const words = Array.from({ length: VOCABULARY }, (_, rank) => wordAt(rank))
  const sums = new Float64Array(VOCABULARY)
  let sum = 0
  for (let rank = 0; rank < VOCABULARY; rank += 1) sums[rank] = sum += 1 / (rank + 2.7)
  return () => {
    const drawn = next() * sum
    let [low, high] = [0, VOCABULARY - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < drawn) low = middle + 1
      else high = middle
    }
    return words[low] ?? ''
  }
}

/** Frequent: one or two of the hundred most frequent words. Rare: the longest words of a page. Phrases: words in a row. */
const queriesFrom = (samples: string[][]): PageQuery[] => {
  const next = numbers(2)
  const below = (count: number) => Math.floor(next() * count)
  return samples.flatMap((words, n) => {
    const start = below(words.length - 5)
    const frequent = Array.from({ length: 1 + (n % 2) }, () => wordAt(below(100)))
    const rare = words.toSorted((a, b) => b.length - a.length).slice(0, 1 + (n % 2))
    const phrase = words.slice(start, start + 2 + (n % 4))
    return [
      { kind: 'frequent', query: frequent.join(' ') },
      { kind: 'rare', query: rare.join(' ') },
      { kind: 'phrase', query: `"${phrase.join(' ')}"` },
    ]
  })
}

/** Numbers from 0 to 1, the same in each run (mulberry32). */
const numbers = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
