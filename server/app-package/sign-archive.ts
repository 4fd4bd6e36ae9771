import { createHash, createPublicKey, createSign } from 'node:crypto'
import type { Signer } from './sign-files.ts'
import { endAt, type ZipSections } from './write-zip.ts'

const MAGIC = 'APK Sig Block 42'
const SCHEME_2 = 0x7109871a
const SCHEME_3 = 0xf05368c0
/** RSA PKCS #1 1.5 with SHA-256 of the content in pieces. */
const ALGORITHM = 0x0103
const PIECE_BYTES = 1024 * 1024
/** Scheme 3 from Android 9 on. */
const FROM_ANDROID = 28
const NEWEST_ANDROID = 0x7fffffff
/** An attribute of scheme 2 that says with which newer scheme the archive is signed too. */
const ALSO_SCHEME_3 = words(0xbeeff00d, 3)

/** The archive with its signatures of schemes 2 and 3, which cover every byte of it. */
export const signArchive = ({ files, directory, end }: ZipSections, signer: Signer): Buffer => {
  // What is signed has the end of an archive without signatures.
  const digest = digestOf([files, directory, end])
  const digests = sized(sized(words(ALGORITHM), sized(digest)))
  const certificates = sized(sized(signer.certificate))
  const second = Buffer.concat([digests, certificates, sized(sized(ALSO_SCHEME_3))])
  const range = words(FROM_ANDROID, NEWEST_ANDROID)
  const third = Buffer.concat([digests, certificates, range, sized()])
  const block = signatureBlock([
    [SCHEME_2, sized(signed(second, signer))],
    [SCHEME_3, sized(signed(third, signer, range))],
  ])
  return Buffer.concat([files, block, directory, endAt(end, files.length + block.length)])
}

const signed = (data: Buffer, { privateKey }: Signer, range: Buffer = Buffer.alloc(0)): Buffer => {
  const signature = createSign('sha256').update(data).sign(privateKey)
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return sized(sized(data), range, sized(sized(words(ALGORITHM), sized(signature))), sized(publicKey))
}

const signatureBlock = (signatures: [id: number, value: Buffer][]): Buffer => {
  const pairs = signatures.map(([id, value]) => Buffer.concat([longWord(4 + value.length), words(id), value]))
  const size = longWord(pairs.reduce((sum, { length }) => sum + length, 8 + MAGIC.length))
  return Buffer.concat([size, ...pairs, size, Buffer.from(MAGIC)])
}

/** The digest of the digests of all pieces. */
export const digestOf = (sections: Buffer[]): Buffer => {
  const pieces = sections.flatMap((section) =>
    Array.from({ length: Math.ceil(section.length / PIECE_BYTES) }, (_, index) =>
      section.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
    ),
  )
  const sum = createHash('sha256').update('\x5a').update(words(pieces.length))
  for (const piece of pieces)
    sum.update(createHash('sha256').update('\xa5', 'latin1').update(words(piece.length)).update(piece).digest())
  return sum.digest()
}

function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, 4 * index)
  return bytes
}

const longWord = (number: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(number))
  return bytes
}

/** Parts after the length of all. */
const sized = (...parts: Buffer[]): Buffer => {
  const whole = Buffer.concat(parts)
  return Buffer.concat([words(whole.length), whole])
}
