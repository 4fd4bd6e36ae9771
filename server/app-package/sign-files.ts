import { createHash, createSign } from 'node:crypto'
import {
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { rsaEncryption, sha256 } from '@peculiar/asn1-rsa'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import type { PackedFile } from './write-zip.ts'

export interface Signer {
  /** PKCS #8, as PEM. */
  privateKey: string
  /** DER. */
  certificate: Buffer
}

const LINE_BYTES = 72
/** Android refuses an archive that says this and has no signatures of these schemes. */
const ALSO_SIGNED = 'X-Android-APK-Signed: 2, 3'

/** The signature of each file as JAR archives have it (scheme 1), which Android before 7.0 asks for. */
export const signFiles = (files: PackedFile[], signer: Signer): PackedFile[] => {
  const sections = files.map(({ name, content }) =>
    attributes([`Name: ${name}`, digestLine('SHA-256-Digest', content)]),
  )
  const manifest = Buffer.concat([attributes(['Manifest-Version: 1.0', 'Created-By: Quillhouse']), ...sections])
  const signed = Buffer.concat([
    attributes([
      'Signature-Version: 1.0',
      'Created-By: Quillhouse',
      digestLine('SHA-256-Digest-Manifest', manifest),
      ALSO_SIGNED,
    ]),
    ...sections.map((section, index) =>
      attributes([`Name: ${files[index]?.name}`, digestLine('SHA-256-Digest', section)]),
    ),
  ])
  const contents = { 'MANIFEST.MF': manifest, 'CERT.SF': signed, 'CERT.RSA': signatureOf(signed, signer) }
  return Object.entries(contents).map(([name, content]) => ({ name: `META-INF/${name}`, content, isStored: false }))
}

const digestLine = (name: string, content: Buffer) =>
  `${name}: ${createHash('sha256').update(content).digest('base64')}`

/** A section, whose long lines go on after a space. */
const attributes = (lines: string[]): Buffer => Buffer.from(`${lines.map(wrapped).join('')}\r\n`)

const wrapped = (line: string): string => {
  let text = ''
  let bytes = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (bytes + size > LINE_BYTES - 2) {
      text += '\r\n '
      bytes = 1
    }
    text += sign
    bytes += size
  }
  return `${text}\r\n`
}

/** A PKCS #7 signature without the content. */
const signatureOf = (content: Buffer, { privateKey, certificate: der }: Signer): Buffer => {
  const certificate = AsnConvert.parse(der, Certificate)
  const { issuer, serialNumber } = certificate.tbsCertificate
  const data = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet([new CertificateChoices({ certificate })]),
    signerInfos: new SignerInfos([
      new SignerInfo({
        version: CMSVersion.v1,
        sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
        digestAlgorithm: sha256,
        signatureAlgorithm: rsaEncryption,
        signature: new OctetString(createSign('sha256').update(content).sign(privateKey)),
      }),
    ]),
  })
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(data) })
  return Buffer.from(AsnConvert.serialize(info))
}
