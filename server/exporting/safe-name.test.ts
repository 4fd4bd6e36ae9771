import { expect, test } from 'vitest'
import { safeFileName, safeName, uniqueNames } from './safe-name.ts'

test.each([
  ['A plain title', 'A plain title'],
  ['../../etc/passwd', 'etc passwd'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
  ['line\nbreak\u0000\u202Eright', 'line break right'],
  ['ends with dots...', 'ends with dots'],
  ['NUL', '_NUL'],
  ['con.stant', '_con.stant'],
  ['Constance', 'Constance'],
  ['...', 'Untitled'],
  ['', 'Untitled'],
  ['ألف ليلة وليلة', 'ألف ليلة وليلة'],
  ['夜'.repeat(200), '夜'.repeat(50)],
  ['\uD800broken', '\uFFFDbroken'],
])('%j is the folder %j', (title, name) => {
  expect(safeName(title)).toBe(name)
})

test('the extension of a file stays', () => {
  expect(safeFileName(`${'夜'.repeat(96)}.epub`)).toBe(`${'夜'.repeat(50)}.epub`)
  expect(safeFileName('con.pdf')).toBe('_con.pdf')
})

test('names differ, also where case makes no difference', () => {
  const unique = uniqueNames()
  expect(['Dusk', 'dusk', 'Dusk', 'Dusk (2)'].map(unique)).toEqual(['Dusk', 'dusk (2)', 'Dusk (3)', 'Dusk (2) (2)'])
})
