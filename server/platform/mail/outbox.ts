import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TransportOptions } from 'nodemailer'
import type { Logger } from 'pino'
import { type Mailer, messageOf } from './mailer.ts'

const LINK = /^https?:\/\/\S+$/m

/** Without a mail server: writes each mail to a file and logs its link, so that a new installation can be tried. */
export const outboxMailer = (folder: string, from: string, host: string, log: Logger): Mailer => {
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true } as TransportOptions, { from })
      const sent = await transport.sendMail(messageOf(mail, host))
      const message = (sent as unknown as { message: Buffer }).message
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${mail.id}.eml`)
      await writeFile(`${path}.part`, message, { mode: 0o600 })
      await rename(`${path}.part`, path)
      log.info({ file: path, link: LINK.exec(mail.text)?.[0] }, `mail written to the outbox: ${mail.subject}`)
    },
    close: () => {},
  }
}
