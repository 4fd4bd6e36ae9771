import { decryptSecret, encryptSecret } from '#server/accounts/second-factor/encrypt-secret.ts'
import type { Services } from '#server/platform/services.ts'

interface Owner {
  issuer: string
  subject: string
}

/** A longer one does not fit into the address of a log-out. */
const HINT_MAX = 4000
const PURPOSE = 'hints of log-outs'
const ownerId = ({ issuer, subject }: Owner) => `${issuer} ${subject}`

/** Encrypts the ID token of a person, so that tickets, challenges and sessions can hold it until the log-out. */
export const sealHint = async ({ db }: Services, owner: Owner, idToken = ''): Promise<string | null> => {
  if (idToken === '' || idToken.length > HINT_MAX) return null
  const { keyId, secret } = await encryptSecret(db, ownerId(owner), Buffer.from(idToken), PURPOSE)
  return `${keyId}.${secret.toString('base64url')}`
}

export const openHint = async ({ db }: Services, owner: Owner, sealed: string): Promise<string> => {
  const [keyId = '', secret = ''] = sealed.split('.')
  const encrypted = { keyId: Number(keyId), secret: Buffer.from(secret, 'base64url') }
  return (await decryptSecret(db, ownerId(owner), encrypted, PURPOSE)).toString()
}
