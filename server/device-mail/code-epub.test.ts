import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/shapes/languages.ts'
import { checkEpubs, hasEpubCheck } from '#server/formats/epub/manuscript/testing-epubcheck.ts'
import { codeEpub } from './code-epub.ts'

test.skipIf(!hasEpubCheck)('the book with a code is valid in every language', async () => {
  const books = LANGUAGES.map((language) =>
    codeEpub({
      language,
      title: 'Code 123 456',
      paragraphs: ['Somebody at “Ink & <Paper>” asks.', '24 hours.'],
      identifier: randomUUID(),
      madeAt: new Date(),
    }),
  )
  expect(await checkEpubs(books)).toEqual([])
})
