import { createSign, generateKeyPair, randomBytes } from 'node:crypto'
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
