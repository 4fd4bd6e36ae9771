import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TransportOptions } from 'nodemailer'
import type { Logger } from 'pino'
import type { Mailer } from './mailer.ts'

const LINK = /^https?:\/\/\S+$/m

/** Without a mail server each mail becomes a file, and its link is logged, so that a newcomer can go on. */
export const outboxMailer = (folder: string, from: string, host: string, log: Logger): Mailer => {
  return {
    send: async ({ id, ...mail }) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true } as TransportOptions, { from })
      const made = await transport.sendMail({ ...mail, messageId: `<${id}@${host}>` })
      const message = (made as unknown as { message: Buffer }).message
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${id}.eml`)
      await writeFile(`${path}.part`, message, { mode: 0o600 })
      await rename(`${path}.part`, path)
      log.info({ file: path, link: LINK.exec(mail.text)?.[0] }, `mail kept in the outbox: ${mail.subject}`)
    },
    close: () => {},
  }
}
