import { open } from 'node:fs/promises'
import { ZIP_SIGNATURE } from '#contract/shapes/zip-signature.ts'

export const isZip = async (path: string): Promise<boolean> => {
  await using handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(ZIP_SIGNATURE.length), 0, ZIP_SIGNATURE.length, 0)
  return buffer.toString('latin1') === ZIP_SIGNATURE
}

const HEAD_BYTES = 1024

/** The first bytes of a file. */
export const readHead = async (path: string): Promise<Buffer> => {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
