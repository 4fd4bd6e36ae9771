import { createPrivateKey, createSign, generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { sha256WithRSAEncryption } from '@peculiar/asn1-rsa'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import type { Signer } from './sign-files.ts'

const KEY_BITS = 3072
const KEY_BITS_MIN = 2048
/** What Java's libraries of Android read in the time that a signature may take. */
const KEY_BITS_MAX = 4096
const COMMON_NAME = '2.5.4.3'
/** Android never asks for a newer certificate, and a new one would be another app. */
const VALID_TO = new Date('2099-12-31T00:00:00Z')

/** A new key with a certificate that it has signed itself. */
export const makeSigningKey = async (now: Date): Promise<Signer> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  })
  const name = new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new AttributeValue({ utf8String: 'Quillhouse app' }) }),
    ]),
  ])
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: toArrayBuffer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    signature: sha256WithRSAEncryption,
    issuer: name,
    validity: new Validity({ notBefore: now, notAfter: VALID_TO }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
  })
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: sha256WithRSAEncryption,
    signatureValue: toArrayBuffer(
      createSign('sha256')
        .update(Buffer.from(AsnConvert.serialize(content)))
        .sign(privateKey),
    ),
  })
  return { privateKey, certificate: Buffer.from(AsnConvert.serialize(certificate)) }
}

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

/** Why a key that was brought can't sign. */
export type KeyFault = 'notPem' | 'hasPassphrase' | 'notRsa' | 'wrongSize' | 'noCertificate' | 'otherCertificate'

const BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g

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
