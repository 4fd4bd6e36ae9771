import { expect, test } from 'vitest'
import { ExportedComments } from './export-format.ts'

test('characters are counted as the library counts them, and as the published schema is read', () => {
  const fits = (text: string) =>
    ExportedComments.safeParse([{ reader: null, text, createdAt: '2026-11-29T00:00:00.000Z' }]).success
  expect([2000, 2001].map((length) => fits('😂'.repeat(length)))).toEqual([true, false])
})
