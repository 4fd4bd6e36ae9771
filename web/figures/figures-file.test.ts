import { expect, test } from 'vitest'
import type { Figures } from '#contract/figures.ts'
import { figuresFile } from './figures-file.ts'

const COUNTS = { opened: 9, readers: 3, finished: 1, downloads: 0, ratings: 2, stars: 9 }

const figures: Figures = {
  title: '=SUM(A1): "Salt"',
  since: '2026-11-19',
  unit: 'day',
  total: COUNTS,
  before: null,
  points: [
    { ...COUNTS, day: '2026-11-18', readers: null, finished: null, downloads: null, ratings: 0, stars: 0 },
    { ...COUNTS, day: '2026-11-19' },
  ],
  reach: {
    day: '2026-11-19',
    parts: [
      { from: 1, readers: 5 },
      { from: 12, readers: null },
    ],
  },
  sources: { month: '2026-11-01', hosts: [{ host: 'blog.example', count: 7 }], others: 3 },
}

test('has a row for each day, the parts of the book and the hosts, and nothing about fewer than five', () => {
  const { name, text } = figuresFile(figures)
  expect(name).toBe('SUMA1 Salt - figures.csv')
  expect(text.replace('\u{FEFF}', '').split('\r\n')).toEqual([
    'Day,Opened,New readers,Read to the end,Downloads,Ratings,Average stars',
    '2026-11-18,9,,,,0,',
    '2026-11-19,9,3,1,0,2,4.5',
    '',
    'Page,Readers who got there',
    '1,5',
    '12,Fewer than 5',
    '',
    'Site,Opened',
    'blog.example,7',
    'Sites with fewer than 5,3',
    '',
  ])
})

test('of all books has percents, and leaves out what is not shown', () => {
  const { name, text } = figuresFile({
    ...figures,
    title: null,
    sources: { month: '2026-11-01', hosts: [], others: 0 },
  })
  expect(name).toBe('All books - figures.csv')
  expect(text).toContain('Part of the book,Readers who got there\r\n1%,5\r\n')
  expect(text).not.toContain('Site')
  expect(figuresFile({ ...figures, reach: null }).text).not.toContain('Page')
})

test('a cell that a spreadsheet would calculate is text', () => {
  const hosts = [{ host: '=1+1', count: 7 }]
  expect(figuresFile({ ...figures, sources: { ...figures.sources, hosts } }).text).toContain("\r\n'=1+1,7\r\n")
})
