import { afterAll, expect, test } from 'vitest'
import { listUsers, updateUser } from '#contract/admin.ts'
import { withApp, withPasskey } from '#server/accounts/second-factor/testing-factors.ts'
import { openTestSite, type Person } from '#server/testing/test-site.ts'

const site = await openTestSite({ env: { PUBLIC_URL: 'https://library.example.org' } })
afterAll(() => site.close())
const admin = await site.anAdmin({ username: 'Ada' })
const phone = await site.aReader({ username: 'Bettina' })
const app = await site.aReader({ username: 'Cornelius' })
const neither = await site.aReader({ username: 'Dorothea' })
await withPasskey(site, phone, 'My phone')
await withPasskey(site, phone, 'My key')
await withApp(site, app)

const list = async (query: { factor?: 'with' | 'without'; query?: string } = {}) => {
  const { data, pagination } = await site.api(admin)(listUsers, { query: { ...query, sort: 'username' } })
  expect(pagination.total).toBe(data.length)
  return data.map(({ username, hasSecondFactor }) => [username, hasSecondFactor])
}

test('the list of users says who has a second factor, and can be filtered by it', async () => {
  const withOne = [
    ['Bettina', true],
    ['Cornelius', true],
  ]
  const without = [
    ['Ada', false],
    ['Dorothea', false],
  ]
  expect(await list({ factor: 'with' })).toEqual(withOne)
  expect(await list({ factor: 'without' })).toEqual(without)
  expect((await list()).toSorted()).toEqual([...withOne, ...without].toSorted())
  expect(await list({ factor: 'with', query: 'corn' })).toEqual([['Cornelius', true]])
  expect(await list({ factor: 'without', query: 'corn' })).toEqual([])
})

test('a changed user is returned with it', async () => {
  const rename = async ({ _id }: Person, username: string) =>
    (await site.api(admin)(updateUser, { params: { id: _id }, body: { username } })).data.hasSecondFactor
  expect(await rename(phone, 'Bettina')).toBe(true)
  expect(await rename(neither, 'Dorothea Two')).toBe(false)
})
