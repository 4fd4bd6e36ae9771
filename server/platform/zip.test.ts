import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createZip, type ZipEntry } from './zip.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const NOW = new Date()

/** A file of this size that counts the bytes read from it. */
const countedFile = (megabytes: number) => {
  const read = { bytes: 0 }
  const chunks = function* () {
    for (let left = megabytes * 16; left > 0; left--) {
      read.bytes += CHUNK.length
      yield CHUNK
    }
  }
  return { read, stream: Readable.from(chunks()) }
}

test('a zip reads a file only as fast as it is read itself, and closes the file when its reader disconnects', async () => {
  const { read, stream } = countedFile(100)
  const zip = createZip(entries([{ name: 'big.bin', content: stream }]), NOW)
  await new Promise<void>((some) => zip.once('readable', () => some()))
  await expect.poll(() => zip.readableLength >= zip.readableHighWaterMark).toBe(true)
  expect(read.bytes).toBeLessThan(4 * 1024 * 1024)
  zip.destroy()
  await expect.poll(() => stream.destroyed).toBe(true)
})

test('a file that fails to read fails the zip', async () => {
  const broken = new Readable({ read: () => void broken.destroy(new Error('the disk is gone')) })
  const zip = createZip(entries([{ name: 'broken.bin', content: broken }]), NOW)
  await expect(zip.toArray()).rejects.toThrow('the disk is gone')
})

async function* entries(list: ZipEntry[]) {
  yield* list
}
