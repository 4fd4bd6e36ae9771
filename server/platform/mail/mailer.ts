import { UnrecoverableError } from '#server/platform/jobs/jobs.ts'

/** Few enough for the limits of mail servers. Weekly mails use fewer, so that others never wait for them. */
export const CONNECTIONS = 10

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** In addition to those that every mail has. */
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: Buffer }[]
  /** The same for each attempt to send this mail. */
  id: string
}

/** What nodemailer sends. As an object the address is not parsed: as text it could be a list. */
export const messageOf = ({ id, to, headers, ...mail }: Mail, host: string) => ({
  ...mail,
  to: { name: '', address: to },
  messageId: `<${id}@${host}>`,
  // Nobody has written it by hand, so notes of absence don't answer it (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
})

/** Passes a mail to the server that delivers it. Throws if that failed. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** The connection was lost after the whole message was sent: the server may or may not have accepted it. */
export class DeliveryUnknownError extends Error {
  constructor(cause: unknown) {
    super('the mail server closed the connection without a reply to the message', { cause })
  }
}

/**
 * Sends a mail whose link or code ends the earlier ones. If it may have arrived, it is not tried again: that would end
 * what the reader has, and who has nothing can ask for another.
 */
export const sendOnce = (mailer: Mailer, mail: Mail): Promise<void> =>
  mailer.send(mail).catch((error: unknown) => {
    throw error instanceof DeliveryUnknownError ? new UnrecoverableError(error.message, { cause: error.cause }) : error
  })

/** The server has rejected the recipient or the message for good (SMTP 5xx), so a retry is of no use. */
export class MailRejectedError extends UnrecoverableError {
  constructor(cause: unknown) {
    super('the mail server rejected the mail', { cause })
  }
}
