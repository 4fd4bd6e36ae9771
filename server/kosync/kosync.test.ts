import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { revokeToken } from '#contract/api-tokens.ts'
import { publishChapter } from '#contract/chapters.ts'
import { hideBook, suspendUser } from '#contract/moderation.ts'
import { deleteBook, editBook, publishBook, setBookState } from '#contract/publishing.ts'
import { getHistory, getPosition, listReading, savePosition } from '#contract/reading.ts'
import { removeVersion } from '#contract/versions.ts'
import { aToken } from '#server/accounts/api-tokens/testing-tokens.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { addChapter, aManuscriptBook } from '#server/publishing/chapters/testing-chapters.ts'
import { anEpubForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { readDigests } from './read-digests.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const ACCEPT = 'application/vnd.koreader.v1+json'
const UNKNOWN = '996a85836b1a019514efb40166e1a481'

/** A request as KOReader's client sends it: name, MD5 of the password, JSON. */
const ask = async (
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  key?: { user: string; key: string },
  body?: unknown,
) => {
  const answer = await site.app.inject({
    method,
    url: `/kosync${path}`,
    remoteAddress: '203.0.113.87',
    headers: {
      accept: ACCEPT,
      ...(key && { 'x-auth-user': key.user, 'x-auth-key': key.key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return [answer.statusCode, answer.json()] as [number, Record<string, unknown>]
}
const aDevice = async (person?: Person) => {
  const reader = person ?? (await site.aReader())
  const { _id, token } = await aToken(site, reader, ['sync'])
  return { reader, tokenId: _id, key: { user: reader.email, key: hash('md5', token) } }
}
const push = (key: { user: string; key: string }, document: string, place: object) =>
  ask('PUT', '/syncs/progress', key, { document, device: 'Kobo', device_id: 'A1', ...place })
const pull = async (key: { user: string; key: string }, document: string) =>
  (await ask('GET', `/syncs/progress/${document}`, key))[1]
const read = () => readDigests(site.services, new AbortController().signal)
const digestOf = async (id: string, version = 1) => {
  await read()
  const { contentMd5, nameMd5s } = await site.services.db
    .selectFrom('bookDigests')
    .selectAll()
    .where('bookId', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return { content: contentMd5 ?? '', name: nameMd5s.at(-1) ?? '' }
}
const positionOf = (person: Person, id: string) => site.api(person)(getPosition, { params: { id }, query: {} })
const PHONE = { id: crypto.randomUUID(), name: 'Phone' }
const readOnSite = (person: Person, id: string, page: number) =>
  site.api(person)(savePosition, {
    params: { id },
    body: { device: PHONE, page, step: Math.floor(performance.now() * 1000), seen: 0 },
  })
const aPdfBook = async (pages = 40, pdfFileName = `${crypto.randomUUID()}.pdf`) => {
  const author = await site.anAuthor()
  const pdf = new Blob([aPdf(pages), `% ${crypto.randomUUID()}`], { type: 'application/pdf' })
  const { _id: id } = await site.aBook(author, { pdf, pdfFileName })
  return { id, author }
}
const seconds = expect.any(Number)

describe('the recorded requests of KOReader get the answers of its own server', () => {
  test('register, log in, wrong key, push, pull, pull unknown', async () => {
    const { key } = await aDevice()
    const registered = { username: key.user, password: key.key }
    for (let i = 0; i < 2; i++)
      expect(await ask('POST', '/users/create', undefined, registered)).toEqual([
        402,
        { code: 2005, message: expect.any(String) },
      ])
    expect(await ask('GET', '/users/auth', key)).toEqual([200, { authorized: 'OK' }])
    const wrong = { ...key, key: '0'.repeat(32) }
    expect(await ask('GET', '/users/auth', wrong)).toEqual([401, { code: 2001, message: 'Unauthorized' }])
    const place = { progress: '12', percentage: 0.31, device: 'Kobo', device_id: 'A1' }
    const before = Math.floor(Date.now() / 1000)
    const [status, stored] = await ask('PUT', '/syncs/progress', key, { document: UNKNOWN, ...place })
    expect([status, stored]).toEqual([200, { document: UNKNOWN, timestamp: seconds }])
    expect(Number(stored['timestamp']) - before).toBeLessThan(5)
    expect(await ask('GET', `/syncs/progress/${UNKNOWN}`, key)).toEqual([
      200,
      { document: UNKNOWN, ...place, timestamp: stored['timestamp'] },
    ])
    expect(await ask('GET', `/syncs/progress/${'0'.repeat(32)}`, key)).toEqual([200, {}])
    expect(await ask('GET', '/healthcheck')).toEqual([200, { state: 'OK' }])
  })

  test.each(['/kosync', '/kosync/', '//kosync', '//kosync/', '/kosync/kosync', '/kosync//kosync'])(
    'also where the address is joined as %s',
    async (base) => {
      const { key } = await aDevice()
      const answer = await site.app.inject({
        url: `${base}/users/auth`,
        headers: { 'x-auth-user': key.user, 'x-auth-key': key.key },
      })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    },
  )
})

// Readest is a page within an app, and sends where that page is.
test.each(['tauri://localhost', 'http://tauri.localhost', 'capacitor://localhost', 'null'])(
  'an app whose own page is at %s may sync',
  async (origin) => {
    const { key } = await aDevice()
    const send = async (method: 'PUT' | 'POST', path: string, body: object) => {
      const headers = { origin, 'content-type': 'application/json', 'x-auth-user': key.user, 'x-auth-key': key.key }
      return (await site.app.inject({ method, url: `/kosync${path}`, headers, payload: JSON.stringify(body) }))
        .statusCode
    }
    expect(await send('POST', '/users/create', { username: key.user, password: key.key })).toBe(402)
    const place = { document: UNKNOWN, progress: '7', percentage: 0.2, device: 'Readest' }
    expect(await send('PUT', '/syncs/progress', place)).toBe(200)
    expect(await pull(key, UNKNOWN)).toMatchObject({ progress: '7', device: 'Readest' })
  },
)

test('nobody else, no other scope and no revoked token may sync', async () => {
  const { reader, tokenId, key } = await aDevice()
  const { reader: other } = await aDevice()
  const { token } = await aToken(site, reader, ['feeds', 'read', 'write'])
  const refused = [401, { code: 2001, message: 'Unauthorized' }]
  for (const wrong of [
    undefined,
    { ...key, user: other.email },
    { ...key, key: hash('md5', token) },
    { ...key, user: '' },
  ]) {
    expect(await ask('GET', '/users/auth', wrong)).toEqual(refused)
    expect(await ask('GET', `/syncs/progress/${UNKNOWN}`, wrong)).toEqual(refused)
    expect(await ask('PUT', '/syncs/progress', wrong, { nonsense: true })).toEqual(refused)
  }
  await site.api(reader)(revokeToken, { params: { id: tokenId } })
  expect(await ask('GET', '/users/auth', key)).toEqual(refused)
})

const PLACE = { document: UNKNOWN, progress: '1', percentage: 0, device: 'Kobo', device_id: 'A1' }

test.each([
  '{',
  '[]',
  'null',
  '"text"',
  {},
  { ...PLACE, document: undefined },
  { ...PLACE, document: '../../etc' },
  { ...PLACE, document: 'a'.repeat(65) },
  { ...PLACE, progress: { a: 1 } },
  { ...PLACE, progress: '' },
  { ...PLACE, progress: 'a\0' },
  { ...PLACE, progress: 'a'.repeat(1001) },
  { ...PLACE, percentage: '0.5' },
  { ...PLACE, percentage: 7 },
  { ...PLACE, percentage: null },
  { ...PLACE, device: 1 },
  { ...PLACE, device: 'k'.repeat(101) },
  { ...PLACE, metadata: 'm'.repeat(9000) },
])('a faulty push is answered 403 with a code: %j', async (body) => {
  const { key } = await aDevice()
  expect(await ask('PUT', '/syncs/progress', key, body)).toEqual([403, { code: 2003, message: 'Invalid request' }])
})

test('an unknown path, and a body that is no JSON, are answered in the same shape', async () => {
  const { key } = await aDevice()
  expect(await ask('GET', '/nothing', key)).toEqual([404, { code: 2000, message: expect.any(String) }])
  const answer = await site.app.inject({
    method: 'PUT',
    url: '/kosync/syncs/progress',
    payload: 'a=1',
    headers: { 'x-auth-user': key.user, 'x-auth-key': key.key, 'content-type': 'text/plain' },
  })
  expect([answer.statusCode, answer.json()]).toEqual([403, { code: 2003, message: 'Invalid request' }])
})

describe('a PDF of the library', () => {
  test('is known by its content and by its name; the page of the app is another device of its reader', async () => {
    const { id } = await aPdfBook()
    const { content, name } = await digestOf(id)
    const { reader, key } = await aDevice()
    await push(key, content, { progress: '12', percentage: 0.3 })
    const at = { device: 'Kobo', page: 12, furthest: 12, readAt: expect.any(String) }
    expect(await positionOf(reader, id)).toMatchObject({ at: { ...at, isOwn: false }, others: [at] })
    await push(key, name, { progress: 13, percentage: 0.32 })
    expect(await positionOf(reader, id)).toMatchObject({ at: { page: 13 }, others: [{ device: 'Kobo' }] })
  })

  test('the position across devices is never moved back, and moves forward', async () => {
    const { id } = await aPdfBook()
    const { content } = await digestOf(id)
    const { reader, key } = await aDevice()
    await readOnSite(reader, id, 20)
    await push(key, content, { progress: '5', percentage: 0.1 })
    expect(await positionOf(reader, id)).toMatchObject({ at: { device: 'Phone', page: 20 } })
    await push(key, content, { progress: '25', percentage: 0.6 })
    expect(await positionOf(reader, id)).toMatchObject({ at: { device: 'Kobo', page: 25 } })
  })

  test('a pull gives the newest place of any device', async () => {
    const { id } = await aPdfBook()
    const { content } = await digestOf(id)
    const { reader, key } = await aDevice()
    expect(await pull(key, content)).toEqual({})
    await push(key, content, { progress: '5', percentage: 0.125 })
    expect(await pull(key, content)).toMatchObject({ progress: '5', device: 'Kobo', device_id: 'A1' })
    await readOnSite(reader, id, 10)
    expect(await pull(key, content)).toEqual({
      document: content,
      progress: '10',
      percentage: 0.25,
      device: 'Phone',
      device_id: expect.any(String),
      timestamp: seconds,
    })
    // A log-in with this number is one on a known device.
    expect(JSON.stringify(await pull(key, content))).not.toContain(PHONE.id)
    await push(key, content, { progress: '11', percentage: 0.3 })
    expect(await pull(key, content)).toMatchObject({ progress: '11', percentage: 0.3, device_id: 'A1' })
  })

  test('of an earlier version its page is carried over, also once that version was removed', async () => {
    const { id, author } = await aPdfBook()
    const { content } = await digestOf(id)
    const form = new FormData()
    form.set('pdfFile', new Blob([aPdf(80)], { type: 'application/pdf' }), 'second.pdf')
    await site.api(author)(editBook, { params: { id }, body: form })
    await read()
    const { reader, key } = await aDevice()
    await push(key, content, { progress: '20', percentage: 0.5 })
    expect(await positionOf(reader, id)).toMatchObject({ at: { device: 'Kobo', page: 39 } })
    await readOnSite(reader, id, 80)
    expect(await pull(key, content)).toMatchObject({ progress: '40', device: 'Phone' })
    await site.api(author)(removeVersion, { params: { id, number: '1' } })
    await push(key, content, { progress: '21', percentage: 0.5 })
    expect((await positionOf(reader, id)).others).toMatchObject([{ device: 'Kobo', page: 42 }, { device: 'Phone' }])
  })

  test('of an earlier version its page moves and ends the book only at the same share of the current one', async () => {
    const { id, author } = await aPdfBook(80)
    const { content } = await digestOf(id)
    const form = new FormData()
    form.set('pdfFile', new Blob([aPdf(40)], { type: 'application/pdf' }), 'second.pdf')
    await site.api(author)(editBook, { params: { id }, body: form })
    await read()
    // As hours later, when no position is carried over any more.
    await expect
      .poll(() => site.services.db.selectFrom('replacedFiles').select('isCarried').where('bookId', '=', id).execute())
      .toEqual([{ isCarried: true }])
    await site.services.db.deleteFrom('replacedFiles').where('bookId', '=', id).execute()
    const { reader, key } = await aDevice()
    await readOnSite(reader, id, 30)
    await push(key, content, { progress: '40', percentage: 0.5 })
    expect(await positionOf(reader, id)).toMatchObject({ version: 1, at: { device: 'Phone', page: 30 } })
    await push(key, content, { progress: '70', percentage: 0.875 })
    expect(await positionOf(reader, id)).toMatchObject({ version: 2, at: { device: 'Kobo', page: 35 } })
    expect(await site.api(reader)(listReading, { query: {} })).toMatchObject([{ _id: id, page: 35 }])
    const finished = async () => {
      const { finished } = await site.services.db
        .selectFrom('bookDays')
        .select((of) => of.fn.sum<string>('finished').as('finished'))
        .where('bookId', '=', id)
        .executeTakeFirstOrThrow()
      return Number(finished)
    }
    expect(await finished()).toBe(0)
    await push(key, content, { progress: '80', percentage: 1 })
    expect(await site.api(reader)(listReading, { query: {} })).toEqual([])
    expect(await finished()).toBe(1)
    await readOnSite(reader, id, 40)
    expect(await finished()).toBe(1)
  })

  test('that is hidden tells nothing, and is synced among the devices as any document', async () => {
    const { id } = await aPdfBook()
    const { content } = await digestOf(id)
    const { reader, key } = await aDevice()
    await readOnSite(reader, id, 10)
    await site.api(await site.aModerator())(hideBook, { params: { id }, body: { reason: 'Copied.' } })
    expect(await pull(key, content)).toEqual({})
    await push(key, content, { progress: '5', percentage: 0.1 })
    expect(await pull(key, content)).toMatchObject({ progress: '5', device: 'Kobo' })
    const rows = await site.services.db.selectFrom('devicePositions').select('page').where('bookId', '=', id).execute()
    expect(rows).toEqual([{ page: 10 }])
  })

  const hideIt = async (id: string) =>
    site.api(await site.aModerator())(hideBook, { params: { id }, body: { reason: 'Copied.' } })
  const setState = (
    id: string,
    author: Person,
    body: { state: 'withdrawn' } | { state: 'planned'; publishAt: string },
  ) => site.api(author)(setBookState, { params: { id }, body })
  const change = (id: string, values: object) =>
    site.services.db.updateTable('books').set(values).where('id', '=', id).execute()
  const suspend = async ({ _id: id }: Person, hideContent: boolean) =>
    site.api(await site.anAdmin())(suspendUser, { params: { id }, body: { reason: 'Copied.', hideContent } })
  const publishAt = new Date(Date.now() + DAY_MS).toISOString()

  test.each<[string, boolean, (id: string, author: Person) => Promise<unknown>]>([
    ['published', true, async () => {}],
    ['premium', true, (id) => change(id, { isPremium: true })],
    ['for older readers', true, (id) => change(id, { age: 18 })],
    ['for reading here only', true, (id) => change(id, { downloads: 'none' })],
    ['of a suspended author', true, async (_, author) => suspend(author, false)],
    ['of a suspended author whose books are hidden', false, async (_, author) => suspend(author, true)],
    ['withdrawn', false, (id, author) => setState(id, author, { state: 'withdrawn' })],
    [
      'planned',
      false,
      async (id, author) => {
        await setState(id, author, { state: 'withdrawn' })
        await setState(id, author, { state: 'planned', publishAt })
      },
    ],
    ['hidden', false, hideIt],
    ['deleted', false, (id, author) => site.api(author)(deleteBook, { params: { id } })],
  ])('of a book that is %s tells of it: %s', async (_, isShown, act) => {
    const { id, author } = await aPdfBook()
    const { content, name } = await digestOf(id)
    const [{ reader, key }, { key: ofAuthor }] = [await aDevice(), await aDevice(author)]
    for (const person of [reader, author]) await readOnSite(person, id, 10)
    await act(id, author)
    const isSuspended = (await ask('GET', '/users/auth', ofAuthor))[0] === 401
    for (const one of isSuspended ? [key] : [key, ofAuthor]) {
      const pulled = [await pull(one, content), await pull(one, name)]
      const progress = expect.objectContaining({ progress: '10' })
      expect(pulled).toEqual(isShown ? [progress, progress] : [{}, {}])
      for (const document of [content, name]) await push(one, document, { progress: '5', percentage: 0.1 })
    }
    const rows = await site.services.db.selectFrom('devicePositions').select('page').where('bookId', '=', id).execute()
    expect(rows.some(({ page }) => page === 5)).toBe(isShown)
  })

  test('is known by the name that KOReader gives it when it loads it from the catalog, with co-authors and new titles', async () => {
    const author = await site.anAuthor()
    const title = `Lamps, and Oil: ${crypto.randomUUID()}`
    const pdf = new Blob([aPdf(40)], { type: 'application/pdf' })
    const { _id: id } = await site.aBook(author, { title, author: 'Ottoline Marsh', pdf })
    await read()
    const { reader, key } = await aDevice()
    const named = (name: string) => hash('md5', `${name}.pdf`)
    const pushed = async (name: string, page: number) => {
      await push(key, named(name), { progress: String(page), percentage: page / 40 })
      return (await positionOf(reader, id)).at?.page
    }
    const safe = title.replace(/[,:]/g, '_')
    expect(await pushed(`Ottoline Marsh - ${safe}`, 3)).toBe(3)
    // On a file system that takes these signs.
    expect(await pushed(`Ottoline Marsh - ${title}`, 4)).toBe(4)
    // As older versions of KOReader, and with the server's names.
    expect(await pushed(`Ottoline Marsh - ${title.replace(':', '_')}`, 5)).toBe(5)
    await site.services.db
      .insertInto('coAuthors')
      .values({ bookId: id, name: 'Ida Fenn', state: 'named', place: 1 })
      .execute()
    await read()
    expect(await pushed(`Ottoline Marsh_ Ida Fenn - ${safe}`, 6)).toBe(6)
    expect(await pushed(`Ida Fenn - ${safe}`, 7)).toBe(7)
    await site.api(author)(editBook, { params: { id }, body: { title: `New ${title}` } as never })
    await read()
    expect(await pushed(`Ida Fenn - New ${safe}`, 8)).toBe(8)
    // Saved before.
    expect(await pushed(`Ottoline Marsh - ${safe}`, 9)).toBe(9)
    expect(await pushed(`Somebody - ${safe}`, 20)).toBe(9)
  })

  test('a name of two books tells nothing, unless the reader has begun one of them', async () => {
    const [one, two] = [await aPdfBook(40, 'the-same.pdf'), await aPdfBook(40, 'the-same.pdf')]
    const { name } = await digestOf(one.id)
    const { reader, key } = await aDevice()
    await push(key, name, { progress: '5', percentage: 0.1 })
    for (const { id } of [one, two]) expect((await positionOf(reader, id)).at).toBeNull()
    await readOnSite(reader, two.id, 2)
    await push(key, name, { progress: '6', percentage: 0.1 })
    expect((await positionOf(reader, two.id)).at).toMatchObject({ page: 6, device: 'Kobo' })
    expect((await positionOf(reader, one.id)).at).toBeNull()
  })
})

test('an EPUB is synced by its chapter', async () => {
  const author = await site.anAuthor()
  const long = `<p>${'The lamps of the city were lit one by one. '.repeat(400)}</p>`
  const { book } = await site.api(author)(publishBook, {
    body: anEpubForm(anEpub({ chapters: { one: long, two: long, three: '<p>The end.</p>' } })),
  })
  const { content } = await digestOf(book._id)
  const { reader, key } = await aDevice()
  const row = await site.services.db
    .selectFrom('bookDigests')
    .select(['spine', 'firstPages', 'pageCount'])
    .where('bookId', '=', book._id)
    .executeTakeFirstOrThrow()
  const [, second = 0, third = 0] = row.firstPages
  expect(row).toMatchObject({ spine: [1, 2, 3], pageCount: third })
  expect([second > 5, third > second + 5]).toEqual([true, true])

  await push(key, content, { progress: '/body/DocFragment[2]/body/p[22]/img.0', percentage: 0.01 })
  expect((await positionOf(reader, book._id)).at).toMatchObject({ device: 'Kobo', page: second })
  await push(key, content, { progress: '/body/DocFragment[2]/body/p[30]/text().4', percentage: 0.75 })
  const { at } = await positionOf(reader, book._id)
  expect(at?.page).toBe(1 + Math.round(0.75 * (third - 1)))
  expect(await pull(key, content)).toMatchObject({ progress: '/body/DocFragment[2]/body/p[30]/text().4' })
  await readOnSite(reader, book._id, third)
  expect(await pull(key, content)).toMatchObject({
    progress: '/body/DocFragment[3]/body',
    percentage: 1,
    device: 'Phone',
  })
})

test('a place in an EPUB is exact in a long chapter, from the site and from the app', async () => {
  const author = await site.anAuthor()
  const paragraphs = Array.from(
    { length: 200 },
    (_, n) => `<p>Paragraph ${n + 1}. ${'The lamps were lit. '.repeat(12)}</p>`,
  )
  const { book } = await site.api(author)(publishBook, {
    body: anEpubForm(anEpub({ chapters: { one: paragraphs.join('') } })),
  })
  const { content } = await digestOf(book._id)
  const { reader, key } = await aDevice()
  await push(key, content, { progress: '/body/DocFragment[1]/body/p[100]/text()[1].4', percentage: 0.1 })
  const { at } = await positionOf(reader, book._id)
  expect(at).toMatchObject({ device: 'Kobo', cfi: expect.stringMatching(/!\/4\/200\/1:4\)$/) })
  expect(at?.page).toBeGreaterThan(10)
  await readOnSite(reader, book._id, (at?.page ?? 0) + 5)
  expect(await pull(key, content)).toMatchObject({
    device: 'Phone',
    progress: expect.stringMatching(/^\/body\/DocFragment\[1\]\/body\/p\[1[0-9]{2}\]\/text\(\)\[1\]\.\d+$/),
  })
})

describe('places that KOReader has kept in its queue', () => {
  test('do not hide where somebody has read on elsewhere, until the device was told', async () => {
    const { id } = await aPdfBook()
    const { content } = await digestOf(id)
    const { reader, key } = await aDevice()
    const at = (page: number, device = 'A1') => ({ progress: String(page), percentage: page / 40, device_id: device })
    await push(key, content, at(3))
    site.skip(60_000)
    await readOnSite(reader, id, 12)
    site.skip(60_000)
    await push(key, content, at(4))
    site.skip(1000)
    await push(key, content, at(5))
    const onPhone = { progress: '12', device: 'Phone' }
    expect(await pull(key, content)).toMatchObject(onPhone)
    // The device knows it now, so that its reader has chosen to stay behind.
    expect(await pull(key, content)).toMatchObject({ progress: '5', device_id: 'A1' })
    site.skip(60_000)
    await push(key, content, at(6))
    expect(await pull(key, content)).toMatchObject({ progress: '6', device_id: 'A1' })
    expect((await positionOf(reader, id)).at).toMatchObject({ page: 12 })
  })

  test('count where they are further, where nobody has read on, and where the other place is older', async () => {
    const { id } = await aPdfBook()
    const { content } = await digestOf(id)
    const { reader, key } = await aDevice()
    await readOnSite(reader, id, 12)
    site.skip(60_000)
    await push(key, content, { progress: '13', percentage: 0.3 })
    expect(await pull(key, content)).toMatchObject({ progress: '13', device_id: 'A1' })
    site.skip(60_000)
    // Back, to read something again.
    await push(key, content, { progress: '2', percentage: 0.05 })
    expect(await pull(key, content)).toMatchObject({ progress: '2', device_id: 'A1' })
  })

  test('of a second device do not hide that of the first', async () => {
    const { id } = await aPdfBook()
    const { content } = await digestOf(id)
    const { key } = await aDevice()
    await push(key, content, { progress: '2', percentage: 0.05, device_id: 'B2', device: 'Boox' })
    site.skip(60_000)
    await push(key, content, { progress: '30', percentage: 0.75 })
    site.skip(60_000)
    await push(key, content, { progress: '4', percentage: 0.1, device_id: 'B2', device: 'Boox' })
    expect(await pull(key, content)).toMatchObject({ progress: '30', device: 'Kobo' })
  })
})

test('a whole queue of KOReader is taken at once, as it drops what is refused, and the newest place is told after it', async () => {
  const { key } = await aDevice()
  const documents = Array.from({ length: 200 }, (_, at) => `queued-${at}`)
  for (const document of documents) expect((await push(key, document, { progress: '7', percentage: 0.5 }))[0]).toBe(200)
  expect(await pull(key, 'queued-199')).toMatchObject({ progress: '7' })
})

test('a book that is read to its end in the app is finished', async () => {
  const { id } = await aPdfBook()
  const { content } = await digestOf(id)
  const { reader, key } = await aDevice()
  await push(key, content, { progress: '40', percentage: 1 })
  const { finished } = await site.api(reader)(getHistory, { query: {} })
  expect(finished).toMatchObject([{ _id: id, day: expect.any(String) }])
})

test('of a book to which chapters were added the pages before them stay as they were', async () => {
  const author = await site.anAuthor()
  const text = 'The lamps of the city were lit one by one. '.repeat(400)
  const id = await aManuscriptBook(site, author, `# Dusk\n\n${text}\n\n# Dawn\n\n${text}\n`)
  const { content } = await digestOf(id)
  const { pageCount, spine } = await site.services.db
    .selectFrom('bookDigests')
    .select(['pageCount', 'spine'])
    .where('bookId', '=', id)
    .executeTakeFirstOrThrow()
  for (const title of ['Noon', 'Night']) {
    const { _id: chapterId } = await addChapter(site, author, id, { title, text: text.repeat(3) })
    await site.api(author)(publishChapter, { params: { id, chapterId } })
  }
  await read()
  const { reader, key } = await aDevice()
  await readOnSite(reader, id, pageCount)
  const last = { progress: `/body/DocFragment[${spine.at(-1)}]/body`, percentage: 1 }
  const place = { ...last, progress: expect.stringContaining(`${last.progress}/`) as string }
  expect(await pull(key, content)).toMatchObject({ ...place, device: 'Phone' })
  await push(key, content, last)
  const at = { device: 'Kobo', page: pageCount }
  expect((await positionOf(reader, id)).others).toMatchObject([at, { device: 'Phone', page: pageCount }])
  await site.api(author)(removeVersion, { params: { id, number: '1' } })
  await push(key, content, last)
  expect((await positionOf(reader, id)).others).toMatchObject([at, { device: 'Phone', page: pageCount }])
})

test('an EPUB without known chapters has no place on the site, and its chapters are read once the storage answers', async () => {
  const author = await site.anAuthor()
  const { book } = await site.api(author)(publishBook, { body: anEpubForm(anEpub({})) })
  const { db, storage } = site.services
  const chaptersOf = () =>
    db.selectFrom('bookDigests').select('spine').where('bookId', '=', book._id).executeTakeFirst()
  // The job that publishing starts.
  await expect.poll(() => db.selectFrom('booksToDigest').select('bookId').execute()).toEqual([])
  await db.deleteFrom('bookDigests').where('bookId', '=', book._id).execute()
  await db.insertInto('booksToDigest').values({ bookId: book._id }).execute()
  const { pdf } = await db.selectFrom('books').select('pdf').where('id', '=', book._id).executeTakeFirstOrThrow()
  const silent: typeof storage.read = (key, part) => {
    if (key !== pdf) throw new Error('The storage does not answer.')
    return storage.read(key, part)
  }
  await readDigests({ ...site.services, storage: { ...storage, read: silent } }, new AbortController().signal)
  expect(await chaptersOf()).toBeUndefined()
  const { content } = await digestOf(book._id)
  expect((await chaptersOf())?.spine).not.toEqual([])

  const { reader, key } = await aDevice()
  await db.updateTable('bookDigests').set({ spine: [], firstPages: [] }).where('bookId', '=', book._id).execute()
  await readOnSite(reader, book._id, 1)
  expect(await pull(key, content)).toEqual({})
  await push(key, content, { progress: '/body/DocFragment[1]/body/p[2]', percentage: 0.5 })
  site.skip(1000)
  await readOnSite(reader, book._id, 1)
  expect(await pull(key, content)).toMatchObject({ progress: '/body/DocFragment[1]/body/p[2]' })
})

test('digests are read again when the file of a draft is replaced, and those of missing files stay empty', async () => {
  const id = await site.aBookRow(null)
  const { content } = await digestOf(id)
  const pdf = `pdf/${crypto.randomUUID()}.pdf`
  await site.services.storage.put(pdf, aPdf(9))
  await site.services.db.updateTable('books').set({ pdf, pageCount: 9 }).where('id', '=', id).execute()
  expect((await digestOf(id)).content).not.toBe(content)
  const gone = await site.aBookRow(null, { pdf: `pdf/${crypto.randomUUID()}.pdf` })
  expect((await digestOf(gone)).content).toBe('')
})

test('publishing a book lets its digest be read', async () => {
  const { _id: id } = await site.aBook(await site.anAuthor())
  await expect
    .poll(() => site.services.db.selectFrom('bookDigests').select('version').where('bookId', '=', id).execute())
    .toEqual([{ version: 1 }])
})

test('of a person 2,000 documents are kept, the latest', async () => {
  const { reader, key } = await aDevice()
  await sql`
    insert into kosync_places (user_id, document, progress, percentage, device, device_id, saved_at)
    select ${reader._id}::uuid, 'document-' || i, '1', 0, '', '', now() - i * interval '1 minute'
    from generate_series(1, 2000) as i`.execute(site.services.db)
  await push(key, UNKNOWN, { progress: '1', percentage: 0 })
  expect(await pull(key, 'document-2000')).toEqual({})
  expect(await pull(key, 'document-1999')).toMatchObject({ progress: '1' })
  expect(await pull(key, UNKNOWN)).toMatchObject({ progress: '1' })
})

test('a hundred pushes at once are all answered, and one of them is kept', async () => {
  const { id } = await aPdfBook()
  const { content } = await digestOf(id)
  const { key } = await aDevice()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => push(key, content, { progress: String(1 + (i % 40)), percentage: 0.5 })),
  )
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
})
