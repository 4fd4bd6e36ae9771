import { type AddressInfo, createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtpServer } from '#server/testing/smtp-server.ts'
import { DeliveryUnknownError, MailRejectedError } from './mailer.ts'
import { smtpMailer } from './smtp.ts'
import { startFaultySmtpServer } from './testing-faults.ts'

let post: Awaited<ReturnType<typeof startSmtpServer>>

beforeAll(async () => {
  post = await startSmtpServer()
})
afterAll(() => post.close())

const LINK = 'https://example.org/auth/verify?token=abc'
const mail = {
  id: 'mail-1',
  to: 'ottoline@example.org',
  subject: 'Bestätige, 確認',
  text: `Hello,\n\n${LINK}\n`,
  html: `<a href="${LINK}">Verify</a>`,
}

test('a mail arrives complete, in any script, with its link on a line of its own', async () => {
  const mailer = smtpMailer(post.url, 'Quillhouse <library@example.org>', 'example.org')
  await mailer.send(mail)
  expect(await post.mailTo(mail.to)).toMatchObject({
    subject: mail.subject,
    link: LINK,
    html: expect.stringContaining(LINK),
    headers: expect.objectContaining({ 'auto-submitted': 'auto-generated' }),
  })
  mailer.close()
})

test.each([
  ['books.example.org', 'books.example.org'],
  ['localhost', undefined],
  ['192.0.2.7', undefined],
  ['[2001:db8::7]', undefined],
])('a site at %s greets a mail server as %s', async (host, expected) => {
  const names: string[] = []
  const server = await startFaultySmtpServer(() => ({
    onMailFrom: (_address, { hostNameAppearsAs }, done) => {
      names.push(hostNameAppearsAs)
      done()
    },
  }))
  const mailer = smtpMailer(server.url, 'library@example.org', host)
  await mailer.send(mail)
  if (expected === undefined) expect(names).not.toContain(host)
  else expect(names).toEqual([expected])
  mailer.close()
  await server.close()
})

test('a subject or an address can not inject further headers', async () => {
  const mailer = smtpMailer(post.url, 'library@example.org', 'example.org')
  await mailer.send({ ...mail, to: 'one@example.org', subject: 'Hi\r\nBcc: evil@example.org\r\n\r\nbody' })
  await post.mailTo('one@example.org')
  expect(post.mails.filter(({ to }) => to.includes('evil'))).toEqual([])
  mailer.close()
})

test.each(['zz<victim@example.org>', 'g:victim@example.org;', 'victim@example.org,', 'victim@example.org(comment)'])(
  'an address is one address and never parsed as a list: %s',
  async (to) => {
    const mailer = smtpMailer(post.url, 'library@example.org', 'example.org')
    await mailer.send({ ...mail, to }).catch(() => undefined)
    await mailer.send({ ...mail, to: 'last@example.org' })
    expect(post.mails.filter((received) => received.to === 'victim@example.org')).toEqual([])
    mailer.close()
  },
)

test('send throws when the server refuses or can not be reached', async () => {
  const rude = createServer((socket) => socket.end('554 go away\r\n'))
  await new Promise<void>((listening) => rude.listen(0, '127.0.0.1', listening))
  const { port } = rude.address() as AddressInfo
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'library@example.org', 'example.org')
  await expect(mailer.send(mail)).rejects.toThrow()
  await new Promise((closed) => rude.close(closed))
  await expect(mailer.send(mail)).rejects.toThrow()
  mailer.close()
})

test('send throws when the server sends no greeting', async () => {
  const mute = createServer(() => {})
  await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
  const { port } = mute.address() as AddressInfo
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'library@example.org', 'example.org', 200)
  await expect(mailer.send(mail)).rejects.toThrow(/[Gg]reeting/)
  mailer.close()
  mute.close()
})

/** The error of a mail to a server with these handlers. */
const errorFrom = async (handlersOf: (drop: () => void) => SMTPServerOptions, text = mail.text) => {
  const server = await startFaultySmtpServer(handlersOf)
  const mailer = smtpMailer(server.url, 'library@example.org', 'example.org')
  const error = await mailer.send({ ...mail, text }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  mailer.close()
  await server.close()
  return error
}

test('a connection lost after the message was sent leaves the delivery unknown', async () => {
  const error = await errorFrom((drop) => ({ onData: (stream) => stream.once('end', drop).resume() }))
  expect(error).toBeInstanceOf(DeliveryUnknownError)
})

test.each<[string, (drop: () => void) => SMTPServerOptions, string?]>([
  ['a connection lost at the sender', (drop) => ({ onMailFrom: drop })],
  ['a connection lost at the recipient', (drop) => ({ onRcptTo: drop })],
  [
    'a connection lost in the middle of the message',
    (drop) => ({ onData: (stream) => stream.once('data', drop) }),
    'x'.repeat(20_000_000),
  ],
  ['a refused recipient', () => ({ onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')) })],
  [
    'a refused message',
    () => ({ onData: (stream, _session, done) => stream.once('end', () => done(new Error('not now'))).resume() }),
  ],
])('%s proves that the mail was not accepted', async (_, handlersOf, text) => {
  const error = await errorFrom(handlersOf, text)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(DeliveryUnknownError)
})

test.each([
  [554, '5.7.1 <ottoline@example.org>: Relay access denied', false],
  [550, '5.7.1 Relaying not allowed', false],
  [550, '5.7.54 SMTP; Unable to relay recipient in non-accepted domain', false],
  [530, '5.7.0 Must issue a STARTTLS command first', false],
  [550, '5.7.1 Invalid credentials for relay [192.0.2.1]', false],
  [553, '5.7.1 <library@example.org>: Sender address rejected: not owned by user rudi', false],
  [553, 'Relaying disallowed as library@example.org', false],
  [550, '5.7.60 SMTP; Client does not have permissions to send as this sender', false],
  [550, 'The from address does not match a verified Sender Identity.', false],
  [554, 'Message rejected: Email address is not verified.', false],
  [550, '5.4.5 Daily user sending limit exceeded', false],
  [550, '5.4.6 mail rate exceeded limit', false],
  [554, '5.7.1 Message rejected. You have exceeded your Outmail quota', false],
  [550, "5.1.90 Your message can't be sent because you've reached your daily limit for message recipients", false],
  [554, '5.2.0 STOREDRV; SubmissionQuotaExceededException; the submission quota of the sender was exceeded', false],
  [550, 'Domain example.org has exceeded the max emails per hour (25/25 (100%)) allowed', false],
  [554, '5.4.6 too many hops', true],
  [552, '5.2.2 Error sending to ottoline: quota exceeded', true],
  [552, '5.3.4 Message size exceeds the daily limit', true],
  [550, '5.2.1 ottoline has reached the hourly limit of messages to receive', true],
  [552, '5.2.2 <ottoline@example.org>: mailbox quota exceeded', true],
  [550, '5.1.1 <ottoline@example.org>: Recipient address rejected: User unknown', true],
  [550, '5.1.1 <ottoline@example.org>: no such mailbox', true],
  [554, '5.7.1 <ottoline@example.org>: blocked for spam', true],
])('a mail that is refused with %i %s is given up: %s', async (responseCode, words, isFinal) => {
  const error = await errorFrom(() => ({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(words), { responseCode })),
  }))
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof MailRejectedError).toBe(isFinal)
})

test('a mail whose sender is refused is kept: all mails have this one', async () => {
  const error = await errorFrom(() => ({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('not one of yours'), { responseCode: 550 })),
  }))
  expect(error).toMatchObject({ responseCode: 550 })
  expect(error).not.toBeInstanceOf(MailRejectedError)
})
