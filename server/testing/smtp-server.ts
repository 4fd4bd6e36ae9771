import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Three times the interval at which the queues are polled. */
const MAIL_WAIT_MS = 45_000

/** An SMTP server that stores the mails it receives. */
export const startSmtpServer = async () => {
  const mails: {
    to: string
    subject: string
    text: string
    html: string
    link: string
    headers: Record<string, string>
    attachments: { filename: string | null; mimeType: string; content: Buffer }[]
  }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      text(stream)
        .then((source) => PostalMime.parse(source))
        .then((mail) => {
          const link = /^https?:\/\/\S+$/m.exec(mail.text ?? '')?.[0] ?? ''
          const to = session.envelope.rcptTo.map(({ address }) => address).join()
          const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
          const attachments = mail.attachments.map(({ filename, mimeType, content }) => ({
            filename,
            mimeType,
            content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
          }))
          const words = { subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' }
          mails.push({ to, ...words, link, headers, attachments })
          done()
        }, done)
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** The newest mail to an address, once there are `count` of them. */
    mailTo: async (address: string, count = 1) => {
      const end = Date.now() + MAIL_WAIT_MS
      while (Date.now() < end) {
        const got = mails.filter(({ to }) => to === address)
        if (got.length >= count) return got.at(-1) as (typeof mails)[number]
        await new Promise((again) => setTimeout(again, 50))
      }
      throw new Error(`no mail to ${address}`)
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}
