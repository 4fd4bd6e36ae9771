import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '#server/platform/database/connect.ts'

const CIPHER = 'aes-256-gcm'
const PURPOSE = 'secrets of authenticator apps'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface EncryptedSecret {
  keyId: number
  /** Nonce, ciphertext and tag. */
  secret: Buffer
}

/** Encrypts a secret with the newest key of the site. It can only be decrypted for the same account. */
export const encryptSecret = async (db: Database, userId: string, secret: Uint8Array): Promise<EncryptedSecret> => {
  const { id, key } = await db
    .selectFrom('fileKeys')
    .select(['id', 'key'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, derived(key), nonce).setAAD(Buffer.from(userId))
  return { keyId: id, secret: Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]) }
}

export const decryptSecret = async (
  db: Database,
  userId: string,
  { keyId, secret }: EncryptedSecret,
): Promise<Buffer> => {
  const { key } = await db.selectFrom('fileKeys').select('key').where('id', '=', keyId).executeTakeFirstOrThrow()
  const decipher = createDecipheriv(CIPHER, derived(key), secret.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(secret.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(secret.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

// The key itself signs links to files: no key is used for two purposes.
const derived = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32))
