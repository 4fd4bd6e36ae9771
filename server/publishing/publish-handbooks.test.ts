import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBooks, newBooks } from '#contract/books.ts'
import { publishHandbooks } from '#contract/publishing.ts'
import { InspectorBusyError } from '#server/formats/book-format.ts'
import { openBookInspector } from '#server/formats/formats.ts'
import { openTestSite, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { publishHandbooks as publishAll } from './publish-handbooks.ts'
import { expectNothingStored, remainsOf } from './testing-uploads.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('only people who may publish can add the handbooks', async () => {
  await expectNothingStored(site, async () => {
    expect(await problemFrom(site.api()(publishHandbooks))).toMatchObject({ status: 401 })
    expect(await problemFrom(site.api(await site.aReader())(publishHandbooks))).toMatchObject({ status: 403 })
  })
})

test('an empty library gets three handbooks, once, also from simultaneous requests', async () => {
  const author = await site.anAuthor()
  const results = await Promise.allSettled(Array.from({ length: 3 }, () => site.api(author)(publishHandbooks)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, type: 'conflict' })

  const { books } = await site.api(author)(listBooks)
  expect(books).toHaveLength(3)
  expect(new Set(books.map(({ image }) => image)).size).toBe(3)
  for (const { title, pageCount, publisher } of books) {
    expect(title).toMatch(/\w/)
    expect(pageCount).toBeGreaterThan(3)
    expect(publisher).toBeNull()
  }
  expect((await remainsOf(site)).files.filter((file) => file.startsWith('tmp/'))).toEqual([])
})

test('an empty library gets them once also from two processes', async () => {
  const one = await openTestSite()
  const other = await openTestSite({ sharing: one })
  try {
    const author = await one.anAuthor()
    const results = await Promise.allSettled([one, other].map((process) => process.api(author)(publishHandbooks)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await one.api()(newBooks)).toHaveLength(3)
  } finally {
    await other.close()
    await one.close()
  }
})

test('a library with books gets no handbooks', async () => {
  const admin = await site.anAdmin()
  expect(await problemFrom(site.api(admin)(publishHandbooks))).toMatchObject({ status: 409, type: 'conflict' })
  expect(await site.api()(newBooks)).toHaveLength(3)
})

test('an author of another language gets them as books in that language', async () => {
  const german = await openTestSite()
  try {
    const author = await german.anAuthor()
    await german.services.db.updateTable('users').set({ language: 'de' }).where('id', '=', author._id).execute()
    await german.api(author)(publishHandbooks)
    const { books } = await german.api(author)(listBooks, { query: { language: 'de' } })
    expect(books.map(({ title }) => title)).toContain('Das Handbuch fürs Lesen')
    for (const book of books) expect(book).toMatchObject({ format: 'epub', author: 'Quillhouse' })
    expect(books).toHaveLength(3)
  } finally {
    await german.close()
  }
})

test('handbooks that can not all be published now are published by the next try', async () => {
  const empty = await openTestSite()
  const inspector = openBookInspector()
  let tries = 0
  const inspect: typeof inspector.inspect = async (...file) => {
    tries += 1
    if (tries === 2) throw new InspectorBusyError('Too many files are waiting')
    return inspector.inspect(...file)
  }
  try {
    await expect(publishAll(empty.services, inspect, null)).rejects.toMatchObject({ status: 503 })
    expect(await empty.api()(newBooks)).toEqual([])
    const author = await empty.anAuthor()
    await empty.api(author)(publishHandbooks)
    expect(await empty.api()(newBooks)).toHaveLength(3)
  } finally {
    inspector.close()
    await empty.close()
  }
})
