import { isIP } from 'node:net'
import { createTransport, type TransportOptions } from 'nodemailer'
import { CONNECTIONS, DeliveryUnknownError, type Mailer, MailRejectedError, messageOf } from './mailer.ts'
import { concernsAllMails } from './refusals.ts'

/** Servers that look for impatient clients greet after some seconds. */
export const CONNECT_MS = 10_000
/**
 * Many servers look for spam and viruses before they reply to a message, and may take minutes (RFC 5321, 4.5.3.2.6). The
 * job that waits for the reply ends after two.
 */
const ANSWER_MS = 100_000
/** What nodemailer calls a rejected sender, recipient or message. Other failures, such as a login, concern all mails. */
const REJECTED = new Set(['EENVELOPE', 'EMESSAGE'])

/** By what a server knows who greets it: a machine without a name, as a container is, would greet as 127.0.0.1. */
export const greetingName = (host: string): string | undefined =>
  host.includes('.') && isIP(host) === 0 ? host : undefined

interface Progress {
  isSent: boolean
}

interface MailError {
  responseCode?: number
  code?: string
  response?: string
  command?: string
}

/** Sends mail through an SMTP server, over a few connections that stay open. */
export const smtpMailer = (url: string, from: string, host: string, connectMs = CONNECT_MS): Mailer => {
  const options = {
    url,
    name: greetingName(host),
    pool: true,
    maxConnections: CONNECTIONS,
    // The job queue retries. Here the message would be sent again after a connection was lost, delivered or not.
    maxRequeues: 0,
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
    send: async (mail) => {
      const progress: Progress = { isSent: false }
      const message = { ...messageOf(mail, host), progress }
      await transport.sendMail(message).catch((error: MailError) => {
        const { responseCode = 0, code = '' } = error
        if (progress.isSent && !responseCode) throw new DeliveryUnknownError(error)
        const isFinal = responseCode >= 500 && REJECTED.has(code) && !concernsAllMails(error)
        throw isFinal ? new MailRejectedError(error) : error
      })
    },
    close: () => transport.close(),
  }
}
