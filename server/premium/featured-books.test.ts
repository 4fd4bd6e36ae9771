import { afterAll, beforeAll, expect, test } from 'vitest'
import { toggleFeatured } from '#contract/admin.ts'
import { featuredBooks } from '#contract/premium.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let admin: Person

beforeAll(async () => {
  site = await openTestSite()
  admin = await site.anAdmin()
})
afterAll(() => site.close())

const setFeatured = (id: string, isFeatured: boolean) =>
  site.api(admin)(toggleFeatured, { params: { id }, body: { isFeatured } })
const featured = async () => (await site.api()(featuredBooks)).map(({ _id }) => _id)

test('featured books are in the order in which they were featured, the latest first', async () => {
  const author = await site.anAuthor()
  const first = await site.aBookRow(author, { title: 'First published' })
  const second = await site.aBookRow(author, { title: 'Second published' })
  const third = await site.aBookRow(author, { title: 'Third published' })
  for (const id of [third, first, second]) await setFeatured(id, true)
  expect(await featured()).toEqual([second, first, third])
  await setFeatured(first, true)
  expect(await featured()).toEqual([second, first, third])
  await setFeatured(third, false)
  await setFeatured(third, true)
  expect(await featured()).toEqual([third, second, first])
})
