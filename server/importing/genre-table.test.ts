import { expect, test } from 'vitest'
import { createGenreTable } from './genre-table.ts'

test.each([',', ';', '\t'])('a table that a spreadsheet has saved with %j between its columns is read', (between) => {
  const text = ['tag,genre,books', 'Ghost tales,Drama,1'].join('\r\n').replaceAll(',', between)
  expect(createGenreTable(text).genreOf(['Ghost tales'])).toBe('Drama')
})
