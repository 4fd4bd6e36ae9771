import { packageIdOf } from './package-id.ts'
import { readPool, STRING_POOL, writePool } from './string-pool.ts'
import { TemplateError } from './template-error.ts'
import { versionNameOf } from './version-name.ts'

/** What the template has in the place of a site's own. */
const PLACEHOLDERS = {
  packageId: 'org.quillhouse.site.placeholder',
  label: 'Quillhouse placeholder name',
  address: 'https://placeholder.invalid',
  host: 'placeholder.invalid',
} as const

/** What the app of a site says of it. */
export interface AppWords {
  siteName: string
  /** Without a path. */
  address: string
  versionCode: number
}

const XML = 0x0003
const START_ELEMENT = 0x0102
const RESOURCE_IDS = 0x0180
const TABLE = 0x0002
const PACKAGE = 0x0200
const CHUNK_HEADER_BYTES = 8
const ATTRIBUTE_BYTES = 20
/** The resources of Android that the attributes of the version are. */
const VERSION_CODE = 0x0101021b
const VERSION_NAME = 0x0101021c
const INTEGER = 0x10
const TEXT = 0x03
/** Where the package in a table of resources has its name, and how long that is. */
const PACKAGE_NAME = { at: 12, bytes: 256 }

/** The manifest of the template with the words of a site. */
export const fillManifest = (manifest: Buffer, words: AppWords): Buffer =>
  refusing('the manifest', () => {
    const { pool, rest } = openFile(manifest, XML, CHUNK_HEADER_BYTES)
    const { packageId, host } = PLACEHOLDERS
    const strings = replaced(pool.strings, words, [packageId, host])
    const ids = chunksOf(rest).find(({ type }) => type === RESOURCE_IDS)?.bytes
    const isVersion = (name: number, id: number) => {
      const at = CHUNK_HEADER_BYTES + 4 * name
      return ids !== undefined && at < ids.length && ids.readUInt32LE(at) === id
    }
    const attributes = chunksOf(rest).flatMap(({ type, bytes }) => (type === START_ELEMENT ? attributesOf(bytes) : []))
    const version = (id: number, type: number) => {
      const found = attributes.find((one) => isVersion(one.readUInt32LE(4), id) && one.readUInt8(15) === type)
      if (!found) throw new TemplateError('the manifest has no version')
      return found
    }
    version(VERSION_CODE, INTEGER).writeUInt32LE(words.versionCode, 16)
    const name = version(VERSION_NAME, TEXT)
    for (const at of [8, 16]) name.writeUInt32LE(strings.length, at)
    const written = writePool({ ...pool, strings: [...strings, versionNameOf(words.versionCode)] })
    return closeFile(manifest.subarray(0, CHUNK_HEADER_BYTES), written, rest)
  })

/** The table of resources of the template with the words of a site. */
export const fillResources = (table: Buffer, words: AppWords): Buffer =>
  refusing('the table of resources', () => {
    const headerBytes = table.readUInt16LE(2)
    const { pool, rest } = openFile(table, TABLE, headerBytes)
    const strings = replaced(pool.strings, words, [PLACEHOLDERS.label, PLACEHOLDERS.address])
    for (const { type, bytes } of chunksOf(rest)) if (type === PACKAGE) renamePackage(bytes, packageIdOf(words.address))
    return closeFile(table.subarray(0, headerBytes), writePool({ ...pool, strings }), rest)
  })

/** The pool of strings of a file, and a copy of what follows it. */
const openFile = (bytes: Buffer, type: number, headerBytes: number) => {
  if (bytes.readUInt16LE(0) !== type || bytes.readUInt32LE(4) !== bytes.length)
    throw new TemplateError('a file of the template is of another kind or length')
  const end = headerBytes + bytes.readUInt32LE(headerBytes + 4)
  if (bytes.readUInt16LE(headerBytes) !== STRING_POOL) throw new TemplateError('a pool of strings is missing')
  return { pool: readPool(bytes.subarray(headerBytes, end)), rest: Buffer.from(bytes.subarray(end)) }
}

const closeFile = (header: Buffer, ...parts: Buffer[]): Buffer => {
  const file = Buffer.concat([header, ...parts])
  file.writeUInt32LE(file.length, 4)
  return file
}

const chunksOf = (bytes: Buffer): { type: number; bytes: Buffer }[] => {
  const chunks = []
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    if (size < CHUNK_HEADER_BYTES || at + size > bytes.length) throw new TemplateError('a part has a wrong length')
    chunks.push({ type: bytes.readUInt16LE(at), bytes: bytes.subarray(at, at + size) })
    at += size
  }
  return chunks
}

const attributesOf = (element: Buffer): Buffer[] => {
  const body = element.readUInt16LE(2)
  const start = body + element.readUInt16LE(body + 8)
  return Array.from({ length: element.readUInt16LE(body + 12) }, (_, index) => {
    const at = start + index * ATTRIBUTE_BYTES
    return element.subarray(at, at + ATTRIBUTE_BYTES)
  })
}

/** The strings with the site's own. Those in `needed` are in the template. */
const replaced = (strings: string[], { siteName, address }: AppWords, needed: string[]): string[] => {
  const missing = needed.find((text) => !strings.includes(text))
  if (missing !== undefined) throw new TemplateError(`${missing} is missing`)
  const own: Record<string, string> = {
    [PLACEHOLDERS.label]: siteName,
    [PLACEHOLDERS.address]: new URL(address).origin,
    [PLACEHOLDERS.host]: new URL(address).hostname,
  }
  const packageId = packageIdOf(address)
  const { packageId: placeholder } = PLACEHOLDERS
  return strings.map((text) => {
    if (text === placeholder || text.startsWith(`${placeholder}.`)) return packageId + text.slice(placeholder.length)
    return Object.hasOwn(own, text) ? (own[text] ?? text) : text
  })
}

const renamePackage = (chunk: Buffer, packageId: string) => {
  const { at, bytes } = PACKAGE_NAME
  chunk.fill(0, at, at + bytes)
  chunk.write(packageId, at, bytes - 2, 'utf16le')
}

/** Whatever is read outside of damaged bytes is the template's fault. */
const refusing = <T>(what: string, fill: () => T): T => {
  try {
    return fill()
  } catch (error) {
    throw new TemplateError(`${what} can't be filled: ${(error as Error).message}`, { cause: error })
  }
}
