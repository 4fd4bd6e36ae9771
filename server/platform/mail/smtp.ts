import { createTransport, type TransportOptions } from 'nodemailer'
import type { Mailer } from './mailer.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000

/** Mail through a real SMTP server. */
export const smtpMailer = (url: string, from: string, host: string): Mailer => {
  const transport = createTransport(url, {
    from,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as TransportOptions)
  return {
    send: async ({ id, ...mail }) => {
      await transport.sendMail({ ...mail, messageId: `<${id}@${host}>` })
    },
    close: () => transport.close(),
  }
}
