import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Content } from './place.ts'

/** What is done to a content when it is written to a backup, or read from it. */
export type Transform = (content: Content) => AsyncIterable<Uint8Array>

type WebStream = globalThis.ReadableStream<Uint8Array>

/** Encrypts for an age recipient. The library is loaded only if there is one. */
export const encryptFor = async (recipient: string): Promise<Transform> => {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
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
  return through((stream) => decrypter.decrypt(stream))
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
