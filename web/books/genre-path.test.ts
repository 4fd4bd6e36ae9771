import { expect, test } from 'vitest'
import { GENRES, genreNamed } from '#contract/genres.ts'
import { genrePath } from './genre-path.ts'

test.each(GENRES)('the address of %s leads back to it', (genre) => {
  const path = genrePath(genre)
  expect(path).toMatch(/^\/library\/[\w-]+$/)
  expect(genreNamed(path.slice('/library/'.length))).toBe(genre)
})
