export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Beside those that every mail has. */
  headers?: Record<string, string>
  /** Stays the same when a mail is tried again. */
  id: string
}

/** Hands mail to whoever delivers it; throws when it could not. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>
  close: () => void
}
