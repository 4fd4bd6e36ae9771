import { constants, createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { unzipSync } from 'fflate'

/**
 * Reads an APK as Android does, and throws if a signature of it is wrong. It shares no code with what makes it.
 */
export const readApk = (apk: Buffer) => {
  const files = unzipSync(apk)
  const end = apk.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const directory = apk.readUInt32LE(end + 16)
  if (apk.toString('latin1', directory - 16, directory) !== 'APK Sig Block 42') throw new Error('no signatures')
  const blockStart = directory - Number(apk.readBigUInt64LE(directory - 24)) - 8
  const unsignedEnd = Buffer.from(apk.subarray(end))
  unsignedEnd.writeUInt32LE(blockStart, 16)
  const digest = contentDigest([apk.subarray(0, blockStart), apk.subarray(directory, end), unsignedEnd])
  const signatures = new Map<number, Buffer>()
  for (let at = blockStart + 8; at < directory - 24;) {
    const size = Number(apk.readBigUInt64LE(at))
    signatures.set(apk.readUInt32LE(at + 8), apk.subarray(at + 12, at + 8 + size))
    at += 8 + size
  }
  return {
    files,
    manifest: stringsOf(Buffer.from(files['AndroidManifest.xml'] ?? []), 8),
    manifestIntegers: integersOf(Buffer.from(files['AndroidManifest.xml'] ?? [])),
    resources: stringsOf(Buffer.from(files['resources.arsc'] ?? []), 12),
    resourcePackage: packageNameOf(Buffer.from(files['resources.arsc'] ?? [])),
    certificates: {
      files: checkFiles(files),
      second: checkScheme(signatures.get(0x7109871a), digest, 0),
      third: checkScheme(signatures.get(0xf05368c0), digest, 8),
    },
    storedOffsets: storedOffsets(apk, directory, end),
  }
}

const contentDigest = (sections: Buffer[]) => {
  const digests: Buffer[] = []
  for (const section of sections)
    for (let at = 0; at < section.length; at += 1_048_576) {
      const piece = section.subarray(at, at + 1_048_576)
      const head = Buffer.alloc(5, 0xa5)
      head.writeUInt32LE(piece.length, 1)
      digests.push(createHash('sha256').update(head).update(piece).digest())
    }
  const head = Buffer.alloc(5, 0x5a)
  head.writeUInt32LE(digests.length, 1)
  return createHash('sha256')
    .update(Buffer.concat([head, ...digests]))
    .digest()
}

/** Splits parts that have their length before them. */
const partsOf = (bytes: Buffer): Buffer[] => {
  const parts = []
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at))
    parts.push(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)))
  return parts
}

const first = (bytes: Buffer | undefined): Buffer => partsOf(bytes ?? Buffer.alloc(0))[0] ?? Buffer.alloc(0)

/** Returns the certificate. `range` is how many bytes tell the versions of Android. */
const checkScheme = (value: Buffer | undefined, digest: Buffer, range: number): Buffer => {
  const signer = first(first(value))
  const signed = first(signer)
  const [signatures = Buffer.alloc(0), publicKey = Buffer.alloc(0)] = partsOf(
    signer.subarray(4 + signed.length + range),
  )
  const signature = first(signatures)
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
  const padding = constants.RSA_PKCS1_PADDING
  if (signature.readUInt32LE(0) !== 0x0103 || !verify('sha256', signed, { key, padding }, first(signature.subarray(4))))
    throw new Error('a signature is wrong')
  const digests = first(signed)
  if (!first(first(digests).subarray(4)).equals(digest)) throw new Error('the content is another')
  const certificate = first(signed.subarray(4 + digests.length + 4))
  if (!new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' }).equals(publicKey))
    throw new Error('the certificate is of another key')
  return certificate
}

/** Checks the sums of all files, and the signature of these, whose certificate it returns. */
const checkFiles = (files: Record<string, Uint8Array>): Buffer => {
  const text = (name: string) => Buffer.from(files[`META-INF/${name}`] ?? []).toString()
  const sectionsOf = (name: string) =>
    text(name)
      .split(/(?<=\r\n\r\n)/)
      .map((raw) => {
        const lines = raw.replaceAll('\r\n ', '').split('\r\n')
        return { raw, of: (key: string) => lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2) }
      })
  const sum = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('base64')
  const [, ...manifest] = sectionsOf('MANIFEST.MF')
  const [head, ...signed] = sectionsOf('CERT.SF')
  if (head?.of('SHA-256-Digest-Manifest') !== sum(text('MANIFEST.MF'))) throw new Error('the manifest is another')
  if (head.of('X-Android-APK-Signed') !== '2, 3') throw new Error('other schemes are not named')
  const names = Object.keys(files).filter((name) => !name.startsWith('META-INF/'))
  if (names.join() !== manifest.map((section) => section.of('Name')).join()) throw new Error('other files are named')
  for (const [index, section] of manifest.entries()) {
    const name = section.of('Name') ?? ''
    if (section.of('SHA-256-Digest') !== sum(files[name] ?? '')) throw new Error(`${name} is another`)
    if (signed[index]?.of('Name') !== name || signed[index]?.of('SHA-256-Digest') !== sum(section.raw))
      throw new Error(`${name} is not signed`)
  }
  const container = Buffer.from(files['META-INF/CERT.RSA'] ?? [])
  const certificate = certificateIn(container)
  const { publicKey } = new X509Certificate(certificate)
  const size = (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  if (!verify('sha256', Buffer.from(text('CERT.SF')), publicKey, container.subarray(-size)))
    throw new Error('the signature of the files is wrong')
  return certificate
}

/** The first certificate: the longest sequence of DER that OpenSSL reads as one. */
const certificateIn = (der: Buffer): Buffer => {
  for (let at = der.indexOf('3082', 0, 'hex'); at >= 0; at = der.indexOf('3082', at + 1, 'hex')) {
    const bytes = der.subarray(at, at + 4 + der.readUInt16BE(at + 2))
    try {
      return new X509Certificate(bytes).raw
    } catch {
      // The next one.
    }
  }
  throw new Error('no certificate')
}

/** All strings of a pool in UTF-16. */
const stringsOf = (bytes: Buffer, at: number): string[] => {
  const [count, start] = [bytes.readUInt32LE(at + 8), at + bytes.readUInt32LE(at + 20)]
  return Array.from({ length: count }, (_, index) => {
    const place = start + bytes.readUInt32LE(at + 28 + 4 * index)
    return bytes.toString('utf16le', place + 2, place + 2 + 2 * bytes.readUInt16LE(place))
  })
}

/** The whole numbers of all attributes. */
const integersOf = (bytes: Buffer): number[] => {
  const found: number[] = []
  for (let at = 8; at < bytes.length; at += bytes.readUInt32LE(at + 4))
    if (bytes.readUInt16LE(at) === 0x0102)
      for (let index = 0; index < bytes.readUInt16LE(at + 28); index += 1) {
        const attribute = at + 36 + 20 * index
        if (bytes.readUInt8(attribute + 15) === 0x10) found.push(bytes.readUInt32LE(attribute + 16))
      }
  return found
}

const packageNameOf = (bytes: Buffer): string => {
  const at = 12 + bytes.readUInt32LE(12 + 4)
  return bytes.toString('utf16le', at + 12, at + 12 + 256).replace(/\0+$/, '')
}

/** Where the content of each stored file begins. */
const storedOffsets = (apk: Buffer, directory: number, end: number): Record<string, number> => {
  const offsets: Record<string, number> = {}
  for (let at = directory; at < end;) {
    const [nameLength, extraLength] = [apk.readUInt16LE(at + 28), apk.readUInt16LE(at + 30)]
    const local = apk.readUInt32LE(at + 42)
    if (apk.readUInt16LE(at + 10) === 0)
      offsets[apk.toString('utf8', at + 46, at + 46 + nameLength)] =
        local + 30 + apk.readUInt16LE(local + 26) + apk.readUInt16LE(local + 28)
    at += 46 + nameLength + extraLength
  }
  return offsets
}
