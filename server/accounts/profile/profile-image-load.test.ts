import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setProfileImage } from '#contract/account-settings.ts'
import { createApi } from '#contract/api/client.ts'
import { isProblem } from '#contract/api/problems.ts'
import { publishBook } from '#contract/publishing.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm, aPicture } from '#server/testing/book-form.ts'
import { largeAvif } from '#tests/hostile-files.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

const statusOf = async (sending: Promise<unknown>): Promise<number> => {
  try {
    await sending
    return 200
  } catch (error) {
    if (!isProblem(error)) throw error
    return error.status
  }
}

const portOf = () => (site.app.server.address() as AddressInfo).port

/** Over the network: requests within the process are not counted. */
const apiOf = ({ token }: Person) =>
  createApi(
    (path, init) => fetch(`http://127.0.0.1:${portOf()}${path}`, init),
    () => token,
  )

const sendPicture = (person: Person, image: Blob) => {
  const body = new FormData()
  body.set('image', image, 'me.avif')
  return statusOf(apiOf(person)(setProfileImage, { body }))
}

const publish = (author: Person) => statusOf(apiOf(author)(publishBook, { body: aBookForm() }))

test('an author publishes while forty pictures of 64 million pixels are sent', async () => {
  const readers = await Promise.all(Array.from({ length: 40 }, () => site.aReader()))
  const author = await site.anAuthor()
  const large = new Blob([new Uint8Array(largeAvif())])
  const pictures = readers.map((reader) => sendPicture(reader, large))
  const published: number[] = []
  for (let count = 0; count < 8; count += 1) published.push(await publish(author))
  expect(published).toEqual(Array.from({ length: 8 }, () => 200))
  const statuses = await Promise.all(pictures)
  expect(statuses.filter((status) => status !== 422 && status !== 503)).toEqual([])
  expect(statuses).toContain(422)
}, 60_000)

test('the eleventh picture of an hour is refused', async () => {
  const reader = await site.aReader()
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) statuses.push(await sendPicture(reader, aPicture()))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

/** Begins an upload of a picture and sends nothing more. Resolves with the status that is answered, if one is. */
const stall = ({ token }: Person, sockets: Socket[]) => {
  const socket = connect(portOf(), '127.0.0.1')
  sockets.push(socket)
  const head = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  socket.write(
    `PUT /api/auth/profile-image HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n\r\n${head}`,
  )
  socket.write(Buffer.alloc(3_000_000))
  return new Promise<number>((resolve) => {
    socket.on('data', (data) => resolve(Number(data.toString('latin1', 9, 12))))
    socket.on('error', () => {})
  })
}

const MEBIBYTE = 1024 * 1024

const bytesInTemp = async () => {
  const { tempFolder } = site.services.storage
  const files = await Promise.all((await readdir(tempFolder)).map((name) => stat(join(tempFolder, name))))
  return files.reduce((sum, { size }) => sum + size, 0)
}

test('stalled uploads of pictures hold little disk and do not take the place of a book', async () => {
  const readers = await Promise.all(Array.from({ length: 20 }, () => site.aReader()))
  const sockets: Socket[] = []
  const answers = readers.flatMap((reader) => [stall(reader, sockets), stall(reader, sockets), stall(reader, sockets)])
  let refused = 0
  for (const answer of answers) void answer.then((status) => (refused += status === 429 || status === 503 ? 1 : 0))
  try {
    await expect.poll(() => refused, { timeout: 20_000 }).toBe(answers.length - 16)
    expect(await bytesInTemp()).toBeLessThanOrEqual(16 * 4 * MEBIBYTE)
    expect(await publish(await site.anAuthor())).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}, 60_000)
