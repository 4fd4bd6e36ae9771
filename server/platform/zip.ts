import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'

export interface ZipEntry {
  name: string
  content: string | Readable
}

/** A zip file as a stream. It is created while it is read, so it needs little memory. */
export const createZip = (entries: AsyncIterable<ZipEntry>, lastModified: Date): Readable => {
  let open: Readable | undefined
  const files = async function* () {
    for await (const { name, content } of entries) {
      open = typeof content === 'string' ? undefined : content
      yield { name, input: content, lastModified }
    }
  }
  const zip = Readable.from(makeZip(files()))
  // If the reader stops early, the current file is still open.
  return zip.once('close', () => open?.destroy())
}
