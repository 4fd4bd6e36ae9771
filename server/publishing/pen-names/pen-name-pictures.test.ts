import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount, exportAccount, setProfileImage } from '#contract/account-settings.ts'
import { getAuthor } from '#contract/authors.ts'
import { createPenName, deletePenName, listPenNames, removePenNameImage, setPenNameImage } from '#contract/pen-names.ts'
import { publishBook } from '#contract/publishing.ts'
import { profileImageKey, profileImageName } from '#server/accounts/profile/profile-image-key.ts'
import { sweepProfileImages } from '#server/accounts/profile/sweep-profile-images.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { scrubFiles } from '#server/publishing/files/scrub-files.ts'

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

const aForm = async (background = '#1e50c8') => {
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background } })
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), 'me.jpg')
  return form
}
const make = async (name: string, person = author) =>
  (await site.api(person)(createPenName, { body: { name, about: '', links: [] } }))._id
const set = async (id: string, person = author, form?: FormData) =>
  (await site.api(person)(setPenNameImage, { params: { id }, body: form ?? (await aForm()) })).image ?? ''
const isStored = async (url: string) =>
  (await site.services.storage.size(profileImageKey(profileImageName(url)))) !== undefined
const publish = (penName: string, person = author) => {
  const form = aBookForm()
  form.set('penName', penName)
  return site.api(person)(publishBook, { body: form })
}

test('the picture of a pen name is a square on its page, with an address that is not that of the account', async () => {
  const id = await make('Marian Ink')
  await publish(id)
  const { user } = await site.api(author)(setProfileImage, { body: await aForm() })
  const url = await set(id)
  expect(url).toMatch(/^\/files\/person\/[\da-f]{32}\.webp$/)
  expect(url).not.toBe(user.profileImage)
  const answer = await inProcessFetch(site.app)(url)
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 256, height: 256 })
  const { account } = await site.api()(getAuthor, { params: { name: 'Marian Ink' } })
  expect(account?.image).toBe(url)
  expect((await site.api(author)(listPenNames)).find(({ _id }) => _id === id)?.image).toBe(url)
})

test('a new picture replaces the former one, and its removal and that of the pen name remove the file', async () => {
  const id = await make('Nadia Blot')
  const first = await set(id)
  const second = await set(id, author, await aForm('#c81e50'))
  expect(await Promise.all([isStored(first), isStored(second)])).toEqual([false, true])
  expect((await site.api(author)(removePenNameImage, { params: { id } })).image).toBeNull()
  expect(await isStored(second)).toBe(false)
  const third = await set(id)
  await site.api(author)(deletePenName, { params: { id } })
  expect(await isStored(third)).toBe(false)
})

test('nobody changes the picture of a pen name of others, and what is sent for one is not kept', async () => {
  const id = await make('Olga Nib')
  const url = await set(id)
  const other = await site.anAuthor()
  const unknown = { type: 'not_found', message: 'You have no such pen name.' }
  expect(await problemFrom(set(id, other))).toMatchObject(unknown)
  expect(await problemFrom(site.api(other)(removePenNameImage, { params: { id } }))).toMatchObject(unknown)
  expect((await site.api(author)(listPenNames)).find(({ _id }) => _id === id)?.image).toBe(url)
  const form = new FormData()
  form.set('image', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 'me.svg')
  expect(await problemFrom(set(id, author, form))).toMatchObject({ status: 415 })
  expect(await isStored(url)).toBe(true)
})

test('the sweep keeps it, the scrub finds damage to it, the export has it and the end of the account removes it', async () => {
  const owner = await site.anAuthor()
  const id = await make('Petra Quire', owner)
  await publish(id, owner)
  const url = await set(id, owner)
  await sweepProfileImages(site.services, new Date(Date.now() + 60_000))
  expect(await isStored(url)).toBe(true)

  const key = profileImageKey(profileImageName(url))
  const exported = Buffer.from(await (await site.api(owner)(exportAccount)).arrayBuffer()).toString('latin1')
  expect(exported).toContain(`pen-names/${id}.webp`)
  await site.services.storage.put(key, Buffer.from('damaged'))
  expect((await scrubFiles(site.services)).damaged).toEqual([key])

  await site.api(owner)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
  expect(await isStored(url)).toBe(false)
})
