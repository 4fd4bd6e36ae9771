import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Signer } from './sign-files.ts'

const KEY_BITS_MIN = 2048
const KEY_BITS_MAX = 4096

/** Why a key that was brought can't sign. */
export type KeyFault = 'notPem' | 'hasPassphrase' | 'notRsa' | 'wrongSize' | 'noCertificate' | 'otherCertificate'

// Headers of a key with a passphrase have hyphens.
const BLOCK = /-----BEGIN ([A-Z ]+)-----(?:(?!-----)[^])+-----END \1-----/g

/** Reads a private key and its certificate from the text of a PEM file. */
export const readSigningKey = (pem: string): Signer | { fault: KeyFault } => {
  const blocks = [...pem.matchAll(BLOCK)].map(([text, kind = '']) => ({ text, kind }))
  const key = blocks.find(({ kind }) => kind.endsWith('PRIVATE KEY'))
  if (!key) return { fault: 'notPem' }
  if (key.kind.startsWith('ENCRYPTED') || key.text.includes('Proc-Type: 4,ENCRYPTED')) return { fault: 'hasPassphrase' }
  const privateKey = attempt(() => createPrivateKey(key.text))
  if (!privateKey) return { fault: 'notPem' }
  if (privateKey.asymmetricKeyType !== 'rsa') return { fault: 'notRsa' }
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < KEY_BITS_MIN || bits > KEY_BITS_MAX) return { fault: 'wrongSize' }
  const certificates = blocks.filter(({ kind }) => kind === 'CERTIFICATE').map(({ text }) => text)
  const parsed = certificates.map((text) => attempt(() => new X509Certificate(text)))
  if (parsed.every((certificate) => certificate === undefined)) return { fault: 'noCertificate' }
  const own = parsed.find((certificate) => certificate?.checkPrivateKey(privateKey))
  if (!own) return { fault: 'otherCertificate' }
  return { privateKey: String(privateKey.export({ format: 'pem', type: 'pkcs8' })), certificate: own.raw }
}

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}
