import { createTransport, type TransportOptions } from 'nodemailer'
import { DeliveryUnknownError, type Mailer } from './mailer.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000

interface Progress {
  isSent: boolean
}

/** Sends mail through an SMTP server. */
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
  // The stream of a message is read once the server has accepted the DATA command, and ends with the message.
  transport.use('stream', ({ data, message }, done) => {
    const { progress } = data as { progress: Progress }
    message.processFunc((stream) => stream.once('end', () => (progress.isSent = true)))
    done()
  })
  return {
    send: async ({ id, ...mail }) => {
      const progress: Progress = { isSent: false }
      const message = { ...mail, messageId: `<${id}@${host}>`, progress }
      await transport.sendMail(message).catch((error: { responseCode?: number }) => {
        throw progress.isSent && !error.responseCode ? new DeliveryUnknownError(error) : error
      })
    },
    close: () => transport.close(),
  }
}
