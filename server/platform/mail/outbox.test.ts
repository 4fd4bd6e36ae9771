import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailer } from './mailer.ts'
import { outboxMailer } from './outbox.ts'

let parent: string
let folder: string
let mailer: Mailer
const logged: string[] = []

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'outbox-'))
  folder = join(parent, 'outbox')
  const sink = new Writable({ write: (chunk, _, done) => (logged.push(String(chunk)), done()) })
  mailer = outboxMailer(folder, 'Quillhouse <library@example.org>', 'example.org', pino(sink))
})
afterAll(() => rm(parent, { recursive: true }))

const LINK = 'https://example.org/auth/verify?token=abc_DEF-123'
const mail = {
  id: 'mail-1',
  to: 'ottoline@example.org',
  subject: 'Bestätige, 確認',
  text: `Hello,\n\n${LINK}\n\nBye`,
  html: `<a href="${LINK}">Verify</a>`,
}

test('each mail becomes a file that mail programs can read, with access for its owner only', async () => {
  await mailer.send(mail)
  expect(await readdir(folder)).toEqual(['mail-1.eml'])
  const path = join(folder, 'mail-1.eml')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const read = await PostalMime.parse(await readFile(path))
  expect(read).toMatchObject({
    subject: mail.subject,
    messageId: '<mail-1@example.org>',
    from: { address: 'library@example.org', name: 'Quillhouse' },
  })
  expect(read.to?.map(({ address }) => address)).toEqual(['ottoline@example.org'])
  expect(read.text).toContain(`\n${LINK}\n`)
  expect(read.html).toContain(LINK)
})

test('the link is logged, the address is not', () => {
  expect(logged.join('')).toContain(LINK)
  expect(logged.join('')).not.toContain('ottoline@')
})

test('a second attempt replaces the file of the first', async () => {
  await mailer.send(mail)
  expect(await readdir(folder)).toEqual(['mail-1.eml'])
})

test('a mail that can not be written throws and leaves no partial file', async () => {
  const file = join(parent, 'file')
  await writeFile(file, '')
  const blocked = outboxMailer(file, 'library@example.org', 'example.org', pino({ level: 'silent' }))
  await expect(blocked.send(mail)).rejects.toThrow()
  expect((await readdir(parent)).sort()).toEqual(['file', 'outbox'])
})
