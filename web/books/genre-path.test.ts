import { expect, test } from 'vitest'
import { GENRES, genreNamed } from '#contract/shapes/genres.ts'
import { genrePath } from './genre-path.ts'

test.each(GENRES)('the path of %s is parsed back to the same genre', (genre) => {
  const path = genrePath(genre)
  expect(path).toMatch(/^\/library\/[\w-]+$/)
  expect(genreNamed(path.slice('/library/'.length))).toBe(genre)
})
