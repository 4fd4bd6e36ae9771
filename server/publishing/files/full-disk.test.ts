import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBookFile } from '#contract/books.ts'
import { listOwnBooks, publishBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { aBookForm, aPicture } from '#server/testing/book-form.ts'
import { openTestSite, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('while the disk is full people read and rate, uploads are answered 503 and leave nothing, and /readyz says so', async () => {
  const [author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
  const id = await site.aBookRow(author)
  const { storage } = site.services
  const { put, check } = storage
  const keys = async () => (await Array.fromAsync(storage.list(''))).map(({ key }) => key).sort()
  const before = await keys()
  const full = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  Object.assign(storage, { put: full, check: full })

  const problem = await problemFrom(
    site.api(author)(publishBook, { body: aBookForm({ title: 'One too many', image: aPicture() }) }),
  )
  expect(problem).toMatchObject({ status: 503, type: 'unavailable' })
  expect((await site.app.inject('/readyz')).json()).toEqual({ status: 'degraded' })
  expect(await site.api(reader)(getBookFile, { params: { id } })).toHaveProperty('url')
  expect(await site.api(reader)(rateBook, { params: { id }, body: { rating: 5 } })).toMatchObject({ newRating: 5 })
  expect(await keys()).toEqual(before)

  Object.assign(storage, { put, check })
  await site.api(author)(publishBook, { body: aBookForm({ title: 'One more', image: aPicture() }) })
  expect(await site.api(author)(listOwnBooks)).toHaveLength(2)
})
