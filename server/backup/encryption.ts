import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Content } from './place.ts'

/** What is done to a content when it is written to a backup, or read from it. */
export type Transform = (content: Content) => AsyncIterable<Uint8Array>

type WebStream = globalThis.ReadableStream<Uint8Array>

/** Encrypts for age recipients with commas between; each can decrypt it. The library is loaded only if there is one. */
export const encryptFor = async (recipients: string): Promise<Transform> => {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients.split(',')) encrypter.addRecipient(recipient)
  } catch {
    throw new Error('BACKUP_KEY has a mistake in it: copy the public key that age-keygen prints.')
  }
  return through((stream) => encrypter.encrypt(stream))
}

/** Decrypts with the text of an identity file, as age-keygen writes it. */
export const decryptWith = async (identities: string): Promise<Transform> => {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const lines = identities.split(/\r?\n/).map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  try {
    if (keys.length === 0) throw new Error('no key')
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    throw new Error('The key file has no secret key of age: it is the file that age-keygen wrote, AGE-SECRET-KEY-1….')
  }
  const decrypt = through((stream) => decrypter.decrypt(stream))
  return (content) => decrypt(withoutArmor(content))
}

const BEGIN = '-----BEGIN AGE ENCRYPTED FILE-----'
const NEWLINE = 10

/** The bytes of a file that `age --armor` wrote as lines of text, or those of any other file. */
async function* withoutArmor(content: Content) {
  let held = Buffer.alloc(0)
  let isArmored: boolean | undefined
  for await (const part of asBytes(content)) {
    held = held.length === 0 ? Buffer.from(part) : Buffer.concat([held, part])
    if (isArmored === undefined && held.length < BEGIN.length) continue
    isArmored ??= held.subarray(0, BEGIN.length).toString('latin1') === BEGIN
    const end = isArmored ? held.lastIndexOf(NEWLINE) + 1 : held.length
    if (end > 0) yield isArmored ? bytesOf(held.subarray(0, end)) : held
    held = held.subarray(end)
  }
  if (held.length > 0) yield isArmored ? bytesOf(held) : held
}

const bytesOf = (lines: Buffer): Buffer => {
  const data = lines
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('-----'))
  return Buffer.from(data.join(''), 'base64')
}

/**
 * The text of an identity file. One that `age -p` has encrypted is opened with a passphrase, which is asked for.
 */
export const readIdentities = async (file: Uint8Array, askPassphrase: () => Promise<string>): Promise<string> => {
  const text = Buffer.from(file).toString()
  const isArmored = text.trimStart().startsWith(BEGIN)
  if (!isArmored && !text.startsWith('age-encryption.org/')) return text
  const { armor, Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(await askPassphrase())
  try {
    return await decrypter.decrypt(isArmored ? armor.decode(text) : file, 'text')
  } catch (error) {
    throw new Error('The passphrase does not open the key file.', { cause: error })
  }
}

const through = (transform: (stream: WebStream) => Promise<WebStream>): Transform =>
  async function* (content) {
    const bytes = Readable.from(asBytes(content), { objectMode: false })
    const stream = await transform(Readable.toWeb(bytes) as unknown as WebStream)
    yield* Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>)
  }

async function* asBytes(content: Content) {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part
}

export const unchanged: Transform = asBytes
