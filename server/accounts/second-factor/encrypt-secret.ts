import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '#server/platform/database/connect.ts'

const CIPHER = 'aes-256-gcm'
/** Each has a key of its own, and the id of its owner: a secret can not be taken to another place. */
type SecretPurpose = 'secrets of authenticator apps' | 'secrets of providers' | 'hints of log-outs' | 'keys of apps'
const NONCE_BYTES = 12
const TAG_BYTES = 16

interface EncryptedSecret {
  keyId: number
  /** Nonce, ciphertext and tag. */
  secret: Buffer
}

/** Encrypts a secret with the newest key of the site. It can only be decrypted for the same owner and purpose. */
export const encryptSecret = async (
  db: Database,
  ownerId: string,
  secret: Uint8Array,
  purpose: SecretPurpose = 'secrets of authenticator apps',
): Promise<EncryptedSecret> => {
  const { id, key } = await db
    .selectFrom('fileKeys')
    .select(['id', 'key'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, derived(key, purpose), nonce).setAAD(Buffer.from(ownerId))
  return { keyId: id, secret: Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]) }
}

export const decryptSecret = async (
  db: Database,
  ownerId: string,
  { keyId, secret }: EncryptedSecret,
  purpose: SecretPurpose = 'secrets of authenticator apps',
): Promise<Buffer> => {
  const { key } = await db.selectFrom('fileKeys').select('key').where('id', '=', keyId).executeTakeFirstOrThrow()
  const decipher = createDecipheriv(CIPHER, derived(key, purpose), secret.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(secret.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(secret.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

// The key itself signs links to files: no key is used for two purposes.
const derived = (key: Buffer, purpose: SecretPurpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
