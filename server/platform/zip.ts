import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'

export interface ZipEntry {
  name: string
  /** A text, or the file as a stream. */
  content: string | Readable
}

/** A zip that is made while it is read, so that it takes no more memory than one of its chunks. */
export const zipOf = (entries: AsyncIterable<ZipEntry>, lastModified: Date): Readable => {
  let open: Readable | undefined
  const files = async function* () {
    for await (const { name, content } of entries) {
      open = typeof content === 'string' ? undefined : content
      yield { name, input: content, lastModified }
    }
  }
  const zip = Readable.from(makeZip(files()))
  // Whoever stops reading leaves a file half read, and it would stay open.
  return zip.once('close', () => open?.destroy())
}
