import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getBook } from '#contract/books.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { isProblem } from '#contract/api/problems.ts'
import { editBook } from '#contract/publishing.ts'
import { makeThings } from './call-with.ts'
import { anyText, RUNS, testRandomInputs } from './random-inputs.ts'

const site = testRandomInputs((name) => !name.startsWith('GET '))

const HIDDEN = /[\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2064}\u{2066}-\u{2069}\u{FEFF}]/gu
const tidied = (text: string) => text.replace(/\r\n?/g, '\n').normalize('NFC').replace(HIDDEN, '').trim()

describe('accepted text is returned as it was sent, except for trimming, NFC and hidden characters', () => {
  test('a comment', { timeout: 120_000 }, async () => {
    const { things, people } = await makeThings(site())
    const api = site().api(people.reader)
    const params = { id: things.book }
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const added = await api(addComment, { params, body: { text } }).catch((error: unknown) => {
          if (isProblem(error, 'validation')) return undefined
          throw error
        })
        if (!added) return
        expect(added.comment.text).toBe(tidied(text))
        const [read] = await api(listComments, { params, query: { after: things.comment } })
        expect(read?.text).toBe(tidied(text))
        await site().services.db.deleteFrom('comments').where('id', '=', added.comment._id).execute()
      }),
      { numRuns: RUNS * 2 },
    )
  })

  test('the texts of a book', { timeout: 120_000 }, async () => {
    const { things, people } = await makeThings(site())
    const params = { id: things.book }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('title', 'author', 'caption'), anyText, async (field, text) => {
        const change = new FormData()
        change.set(field, text.toWellFormed())
        const changed = await site()
          .api(people.author)(editBook, { params, body: change })
          .catch((error: unknown) => {
            if (isProblem(error, 'validation')) return undefined
            throw error
          })
        if (!changed) return
        const read = await site().api()(getBook, { params })
        expect(read[field as 'title']).toBe(tidied(text.toWellFormed()))
      }),
      { numRuns: RUNS * 2 },
    )
  })
})
