import { afterAll, expect, test } from 'vitest'
import type { input } from 'zod/v4/core'
import * as calls from '#contract/admin.ts'
import { hideBook, showBook } from '#contract/moderation.ts'
import { openTestSite } from '#server/testing/test-site.ts'

const site = await openTestSite()
afterAll(() => site.close())
await site.startJobs()
const admin = await site.anAdmin()
const author = await site.anAuthor({ username: 'Philippa Wrenfield' })
const book = await site.aBookRow(author, { title: 'A Quicksilver Almanac', caption: 'Tides of mercury.', views: 7 })
const other = await site.aBookRow(author, { title: 'Brass Weather', genre: 'Travel', views: 9 })
await site.aBookRow(author, { title: 'A Quicksilver Reader', views: 8 })
for (const id of [book, other]) await site.api(admin)(hideBook, { params: { id }, body: { reason: 'It was copied.' } })

const list = (query: input<typeof calls.listAdminBooks.query> = {}) => site.api(admin)(calls.listAdminBooks, { query })
const titles = async (query: input<typeof calls.listAdminBooks.query>) => {
  const { data, pagination } = await list(query)
  expect(pagination.total).toBe(data.length)
  return data.map(({ title }) => title)
}

test('hidden books have a list of their own, in each order and by genre, and are marked', async () => {
  const { data, pagination } = await list({ status: 'hidden' })
  expect(data.map(({ _id, isHidden }) => [_id, isHidden])).toEqual([
    [other, true],
    [book, true],
  ])
  expect(pagination.total).toBe(2)
  for (const sort of ['title', 'author', 'publisher', 'genre'] as const)
    expect(await titles({ status: 'hidden', sort }), sort).toHaveLength(2)
  expect(await titles({ status: 'hidden', sort: 'title' })).toEqual(['A Quicksilver Almanac', 'Brass Weather'])
  expect(await titles({ status: 'hidden', sort: 'views' })).toEqual(['Brass Weather', 'A Quicksilver Almanac'])
  expect(await titles({ status: 'hidden', sort: 'rating' })).toHaveLength(2)
  expect(await titles({ status: 'hidden', genre: 'Travel' })).toEqual(['Brass Weather'])
})

test('the lists of all books have the hidden ones in their places, marked', async () => {
  const { data } = await list({ sort: 'title' })
  expect(data.map(({ title, isHidden }) => [title, isHidden])).toEqual([
    ['A Quicksilver Almanac', true],
    ['A Quicksilver Reader', false],
    ['Brass Weather', true],
  ])
  const byViews = ['Brass Weather', 'A Quicksilver Reader', 'A Quicksilver Almanac']
  expect(await titles({ sort: 'views' })).toEqual(byViews)
  expect(await titles({ sort: 'views', direction: 'asc' })).toEqual(byViews.toReversed())
  expect(await titles({ status: 'free', sort: 'views' })).toEqual(byViews)
  expect(await titles({ genre: 'Travel' })).toEqual(['Brass Weather'])
  expect(await titles({ status: 'premium' })).toEqual([])
})

test('the figures of the dashboard have no hidden books', async () => {
  const { data } = await site.api(admin)(calls.getDashboardStats)
  expect(data.books.total).toBe(1)
})

test('a search finds hidden books by title, author, caption, publisher, id and address, and marks them', async () => {
  const both = ['A Quicksilver Almanac', 'A Quicksilver Reader']
  const { data } = await list({ query: 'quicksilver', sort: 'title' })
  expect(data.map(({ title, isHidden }) => [title, isHidden])).toEqual([
    [both[0], true],
    [both[1], false],
  ])
  expect(await titles({ query: 'quicksilver', sort: 'views' })).toEqual(both.toReversed())
  expect(await titles({ query: 'quicksilver alm' })).toEqual([both[0]])
  for (const query of ['mercury tid', book, `/books/${book}`]) expect(await titles({ query }), query).toEqual([both[0]])
  expect(await titles({ query: 'wrenfield', sort: 'title' })).toEqual([...both, 'Brass Weather'])
  expect(await titles({ query: 'quicksilver', status: 'hidden' })).toEqual([both[0]])
})

test('a hidden book is deleted from the list, and one that is shown again leaves it', async () => {
  await site.api(admin)(calls.deleteAdminBook, { params: { id: other } })
  expect(await titles({ status: 'hidden' })).toEqual(['A Quicksilver Almanac'])
  await site.api(admin)(showBook, { params: { id: book } })
  expect(await titles({ status: 'hidden' })).toEqual([])
})
