import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAllMarks, MARK_COLORS, MARK_KINDS, MARK_ORDERS, type MarkContent, saveMarks } from '#contract/marks.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite } from '#server/testing/test-site.ts'
import { narrowMarks } from '#web/notes/narrow-marks.ts'

const WORDS = ['Élan', 'CAFÉ', 'naïve', 'Straße', 'ΣΟΦΟΣ', 'lantern', '100%', 'a_b', '“quoted”', 'harbour']
const QUERIES = ['', 'elan', 'cafe NAIVE', 'strasse', 'σοφος', '100%', 'a_b', 'lantern harbour', 'r', 'nowhere']

test('without a network marks are narrowed, ordered and cut as the server does it', async () => {
  const site = await openTestSite()
  try {
    const reader = await site.aReader()
    const api = site.api(reader)
    const titles = ['Beta', 'Alpha', 'Gamma']
    const ids = await insertBooks(
      site.services,
      titles.map((title) => ({ title, pageCount: 99 })),
    )
    for (const [b, id] of ids.entries()) {
      const changes = Array.from({ length: 40 }, (_, i) => {
        const word = (n: number) => WORDS[(i * 7 + b * 3 + n) % WORDS.length] ?? ''
        const content: MarkContent = {
          color: [...MARK_COLORS, null][i % 5] ?? null,
          note: i % 3 === 0 ? word(1) : '',
          file: 'x',
          anchors: [{ page: 1 + ((i * 31) % 90), start: i, end: i + 5, exact: word(0), prefix: '', suffix: '' }],
          createdAt: new Date(Date.UTC(2026, b, 1 + ((i * 11) % 28), i)).toISOString(),
        }
        return { id: randomUUID(), base: 0, change: randomUUID(), content }
      })
      await api(saveMarks, { params: { id }, body: { changes } })
    }
    const { marks: all } = await api(listAllMarks, { query: { limit: 500 } })
    expect(all.length).toBe(120)
    let found = 0
    for (const query of QUERIES)
      for (const order of MARK_ORDERS)
        for (const kind of [undefined, ...MARK_KINDS])
          for (const color of [undefined, 'red'] as const)
            for (const page of [1, 2]) {
              const narrowed = { query, order, kind, color, page }
              const answer = await api(listAllMarks, { query: narrowed })
              const { marks, ...numbers } = narrowMarks(all, narrowed)
              expect(numbers, JSON.stringify(narrowed)).toMatchObject({ totalMarks: answer.totalMarks })
              expect(marks.map(({ id }) => id)).toEqual(answer.marks.map(({ id }) => id))
              found += marks.length
            }
    expect(found).toBeGreaterThan(1000)
  } finally {
    await site.close()
  }
})
