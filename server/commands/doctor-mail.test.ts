import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startFaultySmtpServer } from '#server/platform/mail/testing-faults.ts'
import { startSmtpServer } from '#server/testing/smtp-server.ts'
import { checkMail } from './doctor-mail.ts'

const settings = (smtpUrl: string | undefined) => ({
  smtpUrl,
  mailFrom: 'Library <library@example.org>',
  contact: 'library@example.org',
  dataDir: '/data',
  publicUrl: 'https://library.example',
})
const ADMIN = 'admin@elsewhere.example'

test('a server that takes a recipient is ok, and gets no mail', async () => {
  const post = await startSmtpServer()
  expect(await checkMail(settings(post.url), ADMIN)).toBe(
    'the mail server answers, and takes mails to an administrator',
  )
  await post.close()
  expect(post.mails).toEqual([])
})

test('without a server the outbox is named', async () => {
  expect(await checkMail(settings(undefined))).toContain('/data/outbox')
})

test.each([
  ['554', '5.7.1 <admin@elsewhere.example>: Relay access denied', 'SMTP_URL needs a user and a password'],
  ['553', '5.7.1 <library@example.org>: Sender address rejected: not owned by user rudi', 'MAIL_FROM needs an address'],
  ['550', '5.1.1 no such mailbox', 'no such mailbox'],
])('a server that refuses the recipient with %s %s is a fault', async (code, words, told) => {
  const asked: string[] = []
  const server = await startFaultySmtpServer(() => ({
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address)
      done(Object.assign(new Error(words), { responseCode: Number(code) }))
    },
  }))
  await expect(checkMail(settings(server.url), ADMIN)).rejects.toThrow(told)
  await expect(checkMail(settings(server.url))).rejects.toThrow(told)
  expect(asked).toEqual([ADMIN, 'library@example.org'])
  await server.close()
})

test('the server is greeted by the name of the site', async () => {
  const names: string[] = []
  const server = await startFaultySmtpServer(() => ({
    onMailFrom: (_address, { hostNameAppearsAs }, done) => {
      names.push(hostNameAppearsAs)
      done()
    },
  }))
  await checkMail(settings(server.url), ADMIN)
  expect(names).toEqual(['library.example'])
  await server.close()
})

test('a wrong scheme is named, in both ways', async () => {
  const post = await startSmtpServer()
  await expect(checkMail(settings(post.url.replace('smtp:', 'smtps:')), ADMIN)).rejects.toThrow(
    'SMTP_URL begins with smtp://',
  )
  await post.close()
  // As a port that waits for TLS does.
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as AddressInfo
  await expect(checkMail(settings(`smtp://127.0.0.1:${port}`), ADMIN)).rejects.toThrow('SMTP_URL begins with smtps://')
  silent.close()
})
