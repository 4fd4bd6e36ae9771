import { createTransport, type TransportOptions } from 'nodemailer'
import type { Mailer } from './mailer.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000

/** Mail through a real SMTP server. */
export const smtpMailer = (url: string, from: string, host: string, connectMs = CONNECT_MS): Mailer => {
  const options = {
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = createTransport(options as TransportOptions, { from })
  return {
    send: async ({ id, ...mail }) => {
      await transport.sendMail({ ...mail, messageId: `<${id}@${host}>` })
    },
    close: () => transport.close(),
  }
}
