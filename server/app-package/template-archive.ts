import { crc32, inflateRawSync } from 'node:zlib'
import yauzl from 'yauzl'
import { TemplateError } from './template-error.ts'

const STORED = 0
const MAX_BYTES = 16 * 1024 * 1024

/** The files of the template by their names, without signatures. Throws if one is damaged. */
export const readTemplate = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
    const files = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.startsWith('META-INF/') || entry.fileName.endsWith('/')) continue
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, {})
      const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
      const file = entry.compressionMethod === STORED ? packed : inflateRawSync(packed, { maxOutputLength: MAX_BYTES })
      if (crc32(file) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`)
      files.set(entry.fileName, file)
    }
    return files
  } catch (error) {
    throw new TemplateError(`the template can't be unpacked: ${(error as Error).message}`, { cause: error })
  }
}
