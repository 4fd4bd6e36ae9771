import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { isRelayDenied, isSenderDenied } from '#server/platform/mail/refusals.ts'
import { CONNECT_MS, greetingName } from '#server/platform/mail/smtp.ts'
import type { Settings } from '#server/platform/settings.ts'

/**
 * Asks the mail server to take a mail to an address, and leaves before the first byte of it, so that none is sent. Throws
 * in words for administrators.
 */
export const checkMail = async (
  {
    smtpUrl,
    mailFrom,
    contact,
    dataDir,
    publicUrl,
  }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'contact' | 'dataDir' | 'publicUrl'>,
  admin?: string,
): Promise<string> => {
  if (!smtpUrl) return `without SMTP_URL each mail is written to ${dataDir}/outbox`
  const to = admin ?? contact
  const transport = createTransport({
    url: smtpUrl,
    name: publicUrl && greetingName(new URL(publicUrl).hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    // Longer, so that a greeting that never comes is told as that.
    socketTimeout: 2 * CONNECT_MS,
  })
  let isTaken = false
  // A message is read once the server has taken its sender and recipient; one that breaks off then is dropped.
  transport.use('stream', ({ message }, done) => {
    message.processFunc(
      () =>
        new Readable({
          read() {
            isTaken = true
            this.destroy(new Error('a mail of a test'))
          },
        }),
    )
    done()
  })
  try {
    if (to === '') await transport.verify()
    else await transport.sendMail({ from: mailFrom, to: { name: '', address: to }, text: 'a mail of a test' })
    return 'the mail server answers'
  } catch (error) {
    if (isTaken) return 'the mail server answers, and takes mails to an administrator'
    throw new Error(faultOf(error as MailError, smtpUrl), { cause: error })
  } finally {
    transport.close()
  }
}

interface MailError extends Error {
  code?: string
  response?: string
  command?: string
}

const faultOf = (error: MailError, smtpUrl: string): string => {
  const { message } = error
  const isTls = smtpUrl.startsWith('smtps:')
  if (isRelayDenied(error))
    return `the mail server takes no mails to others without a login (${message}): SMTP_URL needs a user and a password, smtp://USER:PASSWORD@HOST`
  if (isSenderDenied(error))
    return `the mail server takes no mails from this sender (${message}): MAIL_FROM needs an address that the user of SMTP_URL may send from`
  if (isTls && /wrong version number|packet length too long|record header/i.test(message))
    return `the mail server speaks without TLS at first at this port: SMTP_URL begins with smtp:// (${message})`
  if (!isTls && /greeting never received/i.test(message))
    return `the mail server sends no greeting: if its port wants TLS at once, as 465 does, SMTP_URL begins with smtps:// (${message})`
  const [line = ''] = message.split('\n', 1)
  if (/self-signed certificate|unable to (?:verify|get)/i.test(line))
    return `nobody known here has signed the certificate of the mail server (${line}): NODE_EXTRA_CA_CERTS names the file with the certificate of who has`
  return line
}
