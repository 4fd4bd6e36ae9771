import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'

/** Three times the interval at which the queues are polled. */
const WITHIN_MS = 45_000
const LINK = /^https?:\/\/\S+$/m

/** Waits until the outbox of `dataDir` has `count` mails to an address, and returns the newest. */
export const mailTo = async (address: string, count: number, dataDir: string) => {
  const end = Date.now() + WITHIN_MS
  while (Date.now() < end) {
    const mails = (await outbox(dataDir)).filter(({ to }) => to.includes(address.toLowerCase()))
    const newest = mails.at(-1)
    if (newest && mails.length >= count) return newest
    await pause(50)
  }
  throw new Error(`no mail to ${address}`)
}

const outbox = async (dataDir: string) => {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readMail(join(folder, name))))
  return mails.toSorted((a, b) => a.sentAt - b.sentAt)
}

const parsed = new Map<string, ReturnType<typeof parseMail>>()

/** Parses each mail once: the outbox of many tests has hundreds. */
const readMail = async (path: string) => {
  const { mtimeMs } = await stat(path)
  const key = `${path} ${mtimeMs}`
  const mail = parsed.get(key) ?? parseMail(path, mtimeMs)
  parsed.set(key, mail)
  return mail
}

const parseMail = async (path: string, sentAt: number) => {
  const mail = await PostalMime.parse(await readFile(path))
  const text = mail.text ?? ''
  return {
    to: (mail.to ?? []).map(({ address = '' }) => address.toLowerCase()),
    subject: mail.subject ?? '',
    text,
    link: LINK.exec(text)?.[0] ?? '',
    sentAt,
  }
}
