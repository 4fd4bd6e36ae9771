import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { COVER_POLICY } from '#server/platform/http/response/headers.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { profileImageName, profileImageKey } from './profile-image-key.ts'
import { sweepProfileImages } from './sweep-profile-images.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const picture = (width = 600, height = 400) => sharp({ create: { width, height, channels: 3, background: '#1e50c8' } })
const formWith = (image: Buffer | string) => {
  const form = new FormData()
  if (typeof image === 'string') form.set('image', image)
  else form.set('image', new Blob([new Uint8Array(image)]), 'me.jpg')
  return form
}
const setImage = async (person: Person, image: Buffer | string) =>
  (await site.api(person)(settings.setProfileImage, { body: formWith(image) })).user.profileImage ?? ''
const isStored = async (url: string) =>
  (await site.services.storage.size(profileImageKey(profileImageName(url)))) !== undefined
const fetchOf = (url: string, init?: RequestInit) => inProcessFetch(site.app)(url, init)

test('a reader becomes an author, and a reader again', async () => {
  const reader = await site.aReader()
  const become = (userType: 'reader' | 'author') => site.api(reader)(settings.updateUserType, { body: { userType } })
  expect((await become('author')).user.userType).toBe('author')
  expect((await site.aBook(reader))._id).toBeTruthy()
  expect((await become('reader')).user.userType).toBe('reader')
})

test('nobody can make themselves an administrator, and an administrator can not change their own type', async () => {
  const reader = await site.aReader()
  expect(await problemFrom(site.api(reader)(settings.updateUserType, { body: { userType: 'admin' } }))).toMatchObject({
    status: 403,
    type: 'forbidden',
  })
  expect((await site.api(reader)(calls.getUserDetails)).user.userType).toBe('reader')
  const admin = await site.anAdmin()
  for (const userType of ['reader', 'author', 'admin'] as const)
    expect(await problemFrom(site.api(admin)(settings.updateUserType, { body: { userType } }))).toMatchObject({
      status: 403,
      type: 'forbidden',
    })
  expect((await site.api(admin)(calls.getUserDetails)).user.userType).toBe('admin')
})

test('a username can be changed; a taken one is rejected, and of twenty concurrent requests for one name one succeeds', async () => {
  const reader = await site.aReader({ username: 'before this' })
  const rename = (person: Person, newUsername: string) =>
    site.api(person)(settings.updateUsername, { body: { newUsername } })
  expect((await rename(reader, '  Löwe 獅子  ')).user.username).toBe('Löwe 獅子')
  expect((await rename(reader, 'LÖWE 獅子')).user.username).toBe('LÖWE 獅子')
  expect((await problemFrom(rename(reader, 'abc'))).message).toBe('Username must be at least 4 characters')

  const others = await Promise.all(Array.from({ length: 20 }, () => site.aReader()))
  expect(await problemFrom(rename(others[0] as Person, 'löwe 獅子'))).toMatchObject({
    status: 409,
    errors: { newUsername: expect.any(String) },
  })
  const results = await Promise.allSettled(others.map((person) => rename(person, 'wanted by all')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('sex is one of four values', async () => {
  const reader = await site.aReader()
  const answer = await site.api(reader)(settings.updateSex, { body: { sex: 'Prefer not to say' } })
  expect(answer).toMatchObject({ message: 'Sex updated successfully', user: { sex: 'Prefer not to say' } })
  expect(await problemFrom(site.api(reader)(settings.updateSex, { body: { sex: 'x' as 'Other' } }))).toMatchObject({
    status: 400,
  })
})

test('a profile image becomes a square of 256 pixels without metadata, served with the headers of covers', async () => {
  const reader = await site.aReader()
  const sent = await picture()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  const url = await setImage(reader, sent)
  expect(url).toMatch(/^\/files\/person\/[\da-f]{32}\.webp$/)
  const answer = await fetchOf(url)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('content-security-policy')).toBe(COVER_POLICY)
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const { format, width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256, exif: undefined })
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetchOf(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetchOf(url, { method: 'HEAD' })).status).toBe(200)
})

test('a new profile image replaces the former one, and its removal removes the file', async () => {
  const reader = await site.aReader()
  const first = await setImage(reader, await picture().png().toBuffer())
  const second = await setImage(
    reader,
    `data:image/png;base64,${(await picture(50, 50).png().toBuffer()).toString('base64')}`,
  )
  expect(await Promise.all([isStored(first), isStored(second)])).toEqual([false, true])
  expect((await site.api(reader)(settings.removeProfileImage)).user.profileImage).toBeNull()
  expect(await isStored(second)).toBe(false)
  expect((await fetchOf(second)).status).toBe(404)
  expect((await site.api(reader)(settings.removeProfileImage)).user.profileImage).toBeNull()
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 415],
  ['an address', 'http://127.0.0.1/x.png', 415],
  ['an empty file', Buffer.alloc(0), 422],
  ['a PNG cut short', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), 422],
  ['one byte too many', Buffer.alloc(calls.PROFILE_IMAGE_MAX_BYTES + 1), 413],
])('%s is refused as a profile image', async (_, image, status) => {
  const reader = await site.aReader()
  expect(await problemFrom(setImage(reader, image))).toMatchObject({ status })
  expect((await site.api(reader)(calls.getUserDetails)).user.profileImage).toBeNull()
})

test('the sweep removes unused profile images and no others', async () => {
  const reader = await site.aReader()
  const shown = await setImage(reader, await picture().png().toBuffer())
  const lost = '/files/person/00000000000000000000000000000000.webp'
  await site.services.storage.put(profileImageKey(profileImageName(lost)), Buffer.from('left behind'))
  await sweepProfileImages(site.services)
  expect(await Promise.all([isStored(shown), isStored(lost)])).toEqual([true, true])
  await sweepProfileImages(site.services, new Date(Date.now() + 60_000))
  expect(await Promise.all([isStored(shown), isStored(lost)])).toEqual([true, false])
})

test('a sweep of profile images removes none where the database names none', async () => {
  const image = await setImage(await site.aReader(), await picture().png().toBuffer())
  const { db } = site.services
  await db.updateTable('users').set({ profileImage: null }).execute()
  await sweepProfileImages(site.services, new Date(Date.now() + 60_000))
  expect(await isStored(image)).toBe(true)
})

test.each(['nothing.webp', '0'.repeat(32), `${'0'.repeat(32)}.avif`, '..%2f..%2fdb'])(
  'there is no profile image called %s',
  async (name) => {
    expect((await fetchOf(`/files/person/${name}`)).status).toBe(404)
  },
)
