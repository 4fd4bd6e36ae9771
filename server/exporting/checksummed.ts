import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import type { ExportEntry } from './export-entries.ts'
import { CHECKSUMS_FILE } from './export-format.ts'

/** The entries of an export, and after them the list of their checksums, in the format of `sha256sum --check`. */
export async function* checksummed(entries: AsyncIterable<ExportEntry>): AsyncGenerator<ExportEntry> {
  const lines: string[] = []
  for await (const { path, content } of entries) {
    const hash = createHash('sha256')
    const hashed = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk)
        done(null, chunk)
      },
      flush: (done) => {
        lines.push(`${hash.digest('hex')}  ${path}\n`)
        done()
      },
    })
    content.on('error', (error) => hashed.destroy(error))
    hashed.once('close', () => content.destroy())
    yield { path, content: content.pipe(hashed) }
  }
  yield { path: CHECKSUMS_FILE, content: Readable.from(lines.sort(byPath)) }
}

const PATH_AT = 66
const byPath = (one: string, other: string) => (one.slice(PATH_AT) < other.slice(PATH_AT) ? -1 : 1)

/** The SHA-256 of each file in hex, by its path; undefined for a text that is no such list. */
export const parseChecksums = (text: string): Map<string, string> | undefined => {
  const sums = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sum, path] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!sum || !path) return undefined
    sums.set(path, sum)
  }
  return sums
}
