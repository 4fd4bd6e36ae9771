import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { deleteAccount, exportAccount } from '#contract/account-settings.ts'
import { listSecurityEvents } from '#contract/account-security.ts'
import {
  confirmDevice,
  DEVICE_BOOKS,
  enterDevice,
  getDevice,
  removeDevice,
  sendToDevice,
} from '#contract/send-to-device.ts'
import { suspendUser } from '#contract/moderation.ts'
import { publishBook } from '#contract/publishing.ts'
import { getAdminSite, updateSiteSettings } from '#contract/site-admin.ts'
import { getSiteSettings } from '#contract/site.ts'
import { adminSite } from '#server/admin/change-site.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { createFileVerifier } from '#server/platform/file-integrity/verify-file.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { smtpMailer } from '#server/platform/mail/smtp.ts'
import { startFaultySmtpServer } from '#server/platform/mail/testing-faults.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { sendDeviceCode } from './device-address.ts'
import { endOldBooks, sendBook } from './send-book.ts'

const EPUB = 'application/epub+zip'

let site: TestSite
let author: Person
let admin: Person

beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  await site.startJobs({ isScheduled: false })
  ;[author, admin] = await Promise.all([site.anAuthor(), site.anAdmin()])
  await change({ deviceMail: 'on' })
})
afterAll(() => site.close())

const change = (settings: { deviceMail?: 'on' | 'off'; maxDeviceMegabytes?: number }) =>
  site.api(admin)(updateSiteSettings, { body: settings })
const anAddress = () => `${randomUUID()}@kindle.example`
const enter = (person: Person, address: string) => site.api(person)(enterDevice, { body: { address } })
const confirm = (person: Person, code: string) => site.api(person)(confirmDevice, { body: { code } })
const send = (person: Person, id: string) => site.api(person)(sendToDevice, { params: { id } })
const deviceOf = (person: Person) => site.api(person)(getDevice)

const codeTo = async (address: string, count = 1) => {
  const { text } = await site.post.mailTo(address, count)
  return /^Code (\d{3} \d{3})$/m.exec(text)?.[1] ?? ''
}

/** A reader whose device has a confirmed address. */
const withDevice = async () => {
  const reader = await site.aReader()
  const address = anAddress()
  await enter(reader, address)
  await confirm(reader, await codeTo(address))
  return { reader, address }
}

/** A person, or a new reader, with an address that is confirmed in the database, so that no mail is needed. */
const confirmedRow = async (person?: Person) => {
  const reader = person ?? (await site.aReader())
  const address = anAddress()
  const at = site.services.now()
  const values = { userId: reader._id, address, requestedAt: at, isConfirmed: true, confirmedAt: at }
  await site.services.db.insertInto('deviceAddresses').values(values).execute()
  return { reader, address }
}

const anEpubRow = async (columns: { title?: string; downloads?: string; state?: string } = {}, bytes = 1000) => {
  const pdf = `epub/${randomUUID()}.epub`
  await site.services.storage.put(pdf, Buffer.alloc(bytes, 'epub'))
  return site.aBookRow(author, { pdf, format: 'epub', pdfBytes: bytes, ...columns })
}

/** A book that waits to be sent, without its job. */
const aWaiting = async (reader: Person, bookId: string) => {
  const values = { userId: reader._id, bookId, askedAt: site.services.now() }
  const { id } = await site.services.db
    .insertInto('deviceBooks')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const run = (asked: string, services = site.services) =>
  sendBook(services, createFileVerifier(services), { asked }, randomUUID())

const latest = async (reader: Person) => {
  const [book] = (await deviceOf(reader)).books
  return book && { state: book.state, reason: book.reason }
}

test('an address is confirmed by the code that its device shows, and gets the file of a book', async () => {
  const reader = await site.aReader({ username: 'Buy lamps at lamps' })
  const address = anAddress()
  const epub = anEpub({ chapters: { one: '<p>Dusk.</p>' } })
  const { book } = await site.api(author)(publishBook, {
    body: anEpubForm(epub, { title: 'Der Lampenanzünder', author: 'Ottoline Marsh' }),
  })
  expect(await problemFrom(send(reader, book._id))).toMatchObject({ status: 409, type: 'conflict' })

  expect(await enter(reader, ` ${address.toUpperCase()} `)).toMatchObject({ address, isConfirmed: false })
  const mail = await site.post.mailTo(address)
  const code = await codeTo(address)
  expect(mail.text + mail.html).not.toContain('Buy lamps')
  expect(mail.subject).not.toContain(code)
  const [attached] = mail.attachments
  expect(attached).toMatchObject({ filename: 'code.epub', mimeType: EPUB })
  const files = unzipSync(attached?.content ?? Buffer.of())
  expect(strFromU8(files['package.opf'] ?? Buffer.of())).toContain(`<dc:title>Code ${code}</dc:title>`)
  expect(await problemFrom(send(reader, book._id))).toMatchObject({ status: 409 })

  const wrong = String((Number(code.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0')
  expect(await problemFrom(confirm(reader, wrong))).toMatchObject({ status: 400, errors: { code: expect.any(String) } })
  const inArabic = code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  expect(await confirm(reader, inArabic)).toMatchObject({ address, isConfirmed: true })
  expect(await problemFrom(confirm(reader, code))).toMatchObject({ status: 409 })
  expect(await problemFrom(enter(reader, address))).toMatchObject({ status: 409 })

  await send(reader, book._id)
  const { attachments, text } = await site.post.mailTo(address, 2)
  expect(attachments).toEqual([
    { filename: 'Der_Lampenanzünder_-_Ottoline_Marsh.epub', mimeType: EPUB, content: Buffer.from(epub) },
  ])
  expect(text).toContain('“Der Lampenanzünder”')
  await site.jobsDone()
  expect(await deviceOf(reader)).toMatchObject({
    books: [{ title: 'Der Lampenanzünder', state: 'sent', reason: null }],
  })
  expect((await site.api(reader)(listSecurityEvents)).map(({ kind }) => kind)).toContain('device-confirmed')
  expect(site.logged.join('')).not.toContain(address)
  expect(site.logged.join('')).not.toContain(code)
})

test('nothing is offered where the site sends no books, but an address can be removed', async () => {
  const { reader, address } = await confirmedRow()
  const book = await anEpubRow()
  expect(await site.api()(getSiteSettings)).toMatchObject({ sendsToDevices: true })
  const waiting = await aWaiting(reader, await anEpubRow())
  await change({ deviceMail: 'off' })
  try {
    expect(await site.api()(getSiteSettings)).not.toHaveProperty('sendsToDevices')
    const calls = [() => send(reader, book), () => enter(reader, anAddress()), () => confirm(reader, '123456')]
    for (const call of calls)
      expect(await problemFrom(call())).toMatchObject({
        status: 403,
        message: 'This library sends no books to devices.',
      })
    expect(await deviceOf(reader)).toMatchObject({ isOffered: false, address })
    await run(waiting)
    expect(await latest(reader)).toEqual({ state: 'refused', reason: 'stopped' })
    await site.api(reader)(removeDevice)
    expect(await deviceOf(reader)).toMatchObject({ address: null, isConfirmed: false })
  } finally {
    await change({ deviceMail: 'on' })
  }
})

describe('a code', () => {
  test('ends after five wrong ones, the right one too', async () => {
    const reader = await site.aReader()
    const address = anAddress()
    await enter(reader, address)
    const code = await codeTo(address)
    const wrong = code.startsWith('1') ? '222222' : '111111'
    for (let i = 0; i < 5; i++) expect(await problemFrom(confirm(reader, wrong))).toMatchObject({ status: 400 })
    expect(await problemFrom(confirm(reader, code))).toMatchObject({ status: 409 })
    expect(await deviceOf(reader)).toMatchObject({ isConfirmed: false })
  })

  test('is for one person and the latest address, and ends with another mail', async () => {
    const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
    const address = anAddress()
    await enter(reader, address)
    const code = await codeTo(address)
    expect(await problemFrom(confirm(other, code))).toMatchObject({ status: 409 })
    const next = anAddress()
    await enter(reader, next)
    expect(await problemFrom(confirm(reader, code))).toMatchObject({
      type: expect.stringMatching(/validation|conflict/),
    })
    expect(await confirm(reader, await codeTo(next))).toMatchObject({ address: next, isConfirmed: true })
  })

  test('is not made for an address that was removed before its mail', async () => {
    const { reader } = await confirmedRow()
    await site.api(reader)(removeDevice)
    const { db, now } = site.services
    const requestedAt = now()
    await db.updateTable('deviceAddresses').set({ requestedAt }).where('userId', '=', reader._id).execute()
    await sendDeviceCode(site.services, { userId: reader._id, requestedAt: requestedAt.toISOString() }, randomUUID())
    const row = db.selectFrom('deviceAddresses').select('codeHash').where('userId', '=', reader._id)
    expect(await row.executeTakeFirst()).toEqual({ codeHash: null })
  })

  test('that the mail server refuses is told', async () => {
    const reader = await site.aReader()
    const refusing = await startFaultySmtpServer(() => ({
      onRcptTo: (_to, _session, done) => done(Object.assign(new Error('no such device'), { responseCode: 550 })),
    }))
    const mailer = smtpMailer(refusing.url, 'library@example.org', 'localhost')
    const requestedAt = site.services.now()
    const values = { userId: reader._id, address: anAddress(), requestedAt }
    await site.services.db.insertInto('deviceAddresses').values(values).execute()
    const asked = { userId: reader._id, requestedAt: requestedAt.toISOString() }
    await expect(sendDeviceCode({ ...site.services, mailer }, asked, randomUUID())).rejects.toThrow('rejected')
    expect(await deviceOf(reader)).toMatchObject({ isRefused: true, isConfirmed: false })
    mailer.close()
    await refusing.close()
  })
})

describe('strangers get few mails', () => {
  test('one person sends three codes in a day, whatever the addresses', async () => {
    const reader = await site.aReader()
    for (let i = 0; i < 3; i++) await enter(reader, anAddress())
    expect(await problemFrom(enter(reader, anAddress()))).toMatchObject({ status: 429 })
  })

  test('one address gets three codes in a day, whoever enters it', async () => {
    const address = anAddress()
    for (let i = 0; i < 3; i++) await enter(await site.aReader(), address)
    expect(await problemFrom(enter(await site.aReader(), address))).toMatchObject({ status: 429 })
  })

  test('a confirmed address is changed once a day, and removing it does not shorten that', async () => {
    const { reader } = await confirmedRow()
    for (const isRemoved of [false, true]) {
      if (isRemoved) await site.api(reader)(removeDevice)
      expect(await problemFrom(enter(reader, anAddress()))).toMatchObject({
        status: 429,
        message: expect.stringContaining('once a day'),
      })
    }
    await sql`update device_addresses set confirmed_at = confirmed_at - interval '1 day' where user_id = ${reader._id}`.execute(
      site.services.db,
    )
    expect(await enter(reader, anAddress())).toMatchObject({ isConfirmed: false })
  })

  test('one person has so many books sent in a day, and one that waits is sent once', async () => {
    const { reader, address } = await confirmedRow()
    const twice = await anEpubRow()
    await aWaiting(reader, twice)
    await send(reader, twice)
    for (let i = 0; i < DEVICE_BOOKS; i++) await send(reader, await anEpubRow())
    expect(await problemFrom(send(reader, await anEpubRow()))).toMatchObject({ status: 429 })
    await site.jobsDone()
    expect(site.post.mails.filter(({ to }) => to === address)).toHaveLength(DEVICE_BOOKS)
  })
})

describe('what readers may not save is not sent', () => {
  let reader: Person
  beforeAll(async () => ({ reader } = await confirmedRow()))

  test('a book for reading here only, though its author may', async () => {
    const book = await anEpubRow({ downloads: 'none' })
    expect(await problemFrom(send(reader, book))).toMatchObject({
      status: 403,
      message: 'The author offers this book for reading here only.',
    })
    const waiting = await aWaiting(reader, book)
    await run(waiting)
    expect(await latest(reader)).toEqual({ state: 'refused', reason: 'not-offered' })
    await confirmedRow(author)
    await send(author, book)
    await site.jobsDone()
    expect(await latest(author)).toEqual({ state: 'sent', reason: null })
  })

  test('a PDF, unless an EPUB of its pages is offered', async () => {
    const { db, storage } = site.services
    const book = await site.aBookRow(author, { downloads: 'with-epub', title: 'Pages' })
    expect(await problemFrom(send(reader, book))).toMatchObject({
      status: 409,
      message: 'There is no EPUB of this book.',
    })
    const key = `pdf/${randomUUID()}-pages.epub`
    await storage.put(key, Buffer.from('the pages'))
    await sql`
      insert into page_epubs (book_id, key, bytes, made_of)
      select id, ${key}, 9, page_epub_source(books) from books where id = ${book}`.execute(db)
    await send(reader, book)
    const { attachments } = await site.post.mailTo((await deviceOf(reader)).address ?? '')
    expect(attachments).toEqual([
      { filename: 'Pages_-_Ottoline_Marsh.epub', mimeType: EPUB, content: Buffer.from('the pages') },
    ])
  })

  test('a hidden book', async () => {
    const book = await anEpubRow()
    const waiting = await aWaiting(reader, book)
    await site.services.db.updateTable('books').set({ isHidden: true }).where('id', '=', book).execute()
    expect(await problemFrom(send(reader, book))).toMatchObject({ status: 404 })
    await run(waiting)
    expect((await deviceOf(reader)).books[0]).toMatchObject({ title: null, state: 'refused', reason: 'not-offered' })
  })
})

test('a book that is too large is refused with its size, and one that waited is told', async () => {
  const { reader } = await confirmedRow()
  const book = await anEpubRow({}, 1.5 * 1024 * 1024)
  const waiting = await aWaiting(reader, book)
  await change({ maxDeviceMegabytes: 1 })
  expect(await problemFrom(send(reader, book))).toMatchObject({
    status: 413,
    message: 'This EPUB has 1.5 MB. This library sends at most 1 MB to a device: save the book and copy it there.',
  })
  await run(waiting)
  expect(await latest(reader)).toEqual({ state: 'refused', reason: 'too-large' })
  await change({ maxDeviceMegabytes: 18 })
})

test('nothing is sent for suspended people, nor to an address that was removed', async () => {
  const [{ reader }, { reader: suspended }] = await Promise.all([confirmedRow(), confirmedRow()])
  const book = await anEpubRow()
  const [removedFrom, stopped] = await Promise.all([aWaiting(reader, book), aWaiting(suspended, book)])
  await site.api(reader)(removeDevice)
  await site.api(admin)(suspendUser, { params: { id: suspended._id }, body: { reason: 'Advertising.' } })
  expect(await problemFrom(send(suspended, book))).toMatchObject({ status: 401 })
  await Promise.all([run(removedFrom), run(stopped)])
  expect(await latest(reader)).toEqual({ state: 'refused', reason: 'no-address' })
  const row = site.services.db.selectFrom('deviceBooks').select('reason').where('id', '=', stopped)
  expect(await row.executeTakeFirst()).toEqual({ reason: 'stopped' })
})

describe('the mail server', () => {
  let closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing) await close()
    closing = []
  })

  const withServer = async (handlers: Parameters<typeof startFaultySmtpServer>[0]) => {
    const server = await startFaultySmtpServer(handlers)
    const mailer = smtpMailer(server.url, 'library@example.org', 'localhost')
    closing.push(() => mailer.close(), server.close)
    return { ...site.services, mailer }
  }
  const answering = (responseCode: number, message: string) =>
    withServer(() => ({
      onData: (stream, _session, done) => {
        stream.resume().once('end', () => done(Object.assign(new Error(message), { responseCode })))
      },
    }))

  test.each([
    [
      '552 5.3.4 Message size exceeds fixed limit',
      552,
      '5.3.4 Message size exceeds fixed limit',
      'too-large-for-server',
    ],
    ['550 5.7.1', 550, '5.7.1 This sender is not approved', 'rejected'],
  ])('refuses with %s: the reader is told', async (_, status, message, reason) => {
    const { reader } = await confirmedRow()
    const waiting = await aWaiting(reader, await anEpubRow())
    await expect(run(waiting, await answering(status, message))).rejects.toThrow('rejected')
    expect(await latest(reader)).toEqual({ state: 'refused', reason })
  })

  test('is full for a while: the book waits, and is sent by the next try', async () => {
    const { reader, address } = await confirmedRow()
    const waiting = await aWaiting(reader, await anEpubRow())
    await expect(run(waiting, await answering(451, '4.3.0 try again later'))).rejects.toThrow()
    expect(await latest(reader)).toEqual({ state: 'waiting', reason: null })
    await run(waiting)
    await run(waiting)
    expect(await latest(reader)).toEqual({ state: 'sent', reason: null })
    expect(site.post.mails.filter(({ to }) => to === address)).toHaveLength(1)
  })

  test('is lost after the whole mail: it is not sent twice', async () => {
    const { reader } = await confirmedRow()
    const waiting = await aWaiting(reader, await anEpubRow())
    const services = await withServer((drop) => ({ onData: (stream) => void stream.resume().once('end', drop) }))
    await run(waiting, services)
    expect(await latest(reader)).toEqual({ state: 'unknown', reason: null })
  })

  test('is gone for days: the reader is told in the end, and old books are forgotten', async () => {
    const { reader } = await confirmedRow()
    const waiting = await aWaiting(reader, await anEpubRow())
    const after = (days: number) => ({ ...site.services, now: () => new Date(Date.now() + days * DAY_MS) })
    await endOldBooks(after(3))
    expect(await latest(reader)).toEqual({ state: 'waiting', reason: null })
    await endOldBooks(after(5))
    expect(await latest(reader)).toEqual({ state: 'refused', reason: 'no-answer' })
    await run(waiting)
    expect(await latest(reader)).toEqual({ state: 'refused', reason: 'no-answer' })
    await endOldBooks(after(31))
    expect(await latest(reader)).toBeUndefined()
  })
})

test('the data of the account has it, and its deletion removes it', async () => {
  const { reader, address } = await withDevice()
  await aWaiting(reader, await anEpubRow({ title: 'Waiting' }))
  const answer = await inProcessFetch(site.app)(`/api${exportAccount.path}`, {
    headers: { authorization: `Bearer ${reader.token}` },
  })
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(JSON.parse(strFromU8(files['device.json'] ?? Buffer.of()))).toMatchObject({
    address: { address, isConfirmed: true },
    books: [{ title: 'Waiting', state: 'waiting' }],
  })
  await site.api(reader)(deleteAccount, { body: { password: PASSWORD } })
  for (const table of ['deviceAddresses', 'deviceBooks'] as const) {
    const left = site.services.db.selectFrom(table).select('userId').where('userId', '=', reader._id)
    expect(await left.execute()).toEqual([])
  }
})

test('administrators are told where mails stay on the server', async () => {
  expect(await site.api(admin)(getAdminSite)).not.toHaveProperty('keepsMails')
  const settings = { ...site.services.settings, smtpUrl: undefined }
  expect(await adminSite({ ...site.services, settings })).toMatchObject({ keepsMails: true })
})
