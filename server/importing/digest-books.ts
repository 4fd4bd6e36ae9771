import { readDigest, toChecksum } from '#server/platform/file-integrity/checksums.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooksWith } from '#server/publishing/files/same-files.ts'
import { type ImportSource, type LeftOut, type SourceBook, SourceError } from './import-source.ts'
import { openInside } from './source-files.ts'

export interface Sorted {
  fresh: SourceBook[]
  /** Their file is a book of the account, or one that others have published, or another of the source. */
  there: LeftOut[]
  refused: LeftOut[]
  /** The books of the library that have a file of the source. */
  same: Set<string>
}

const IN_LIBRARY = 'The library has this file.'

/** Reads each file once to tell which books are there already. A book whose files can't be read is refused. */
export const sortBooks = async (
  { db }: Pick<Services, 'db'>,
  { root, books }: ImportSource,
  { userId, onBook, isStopped }: { userId: string; onBook: (done: number) => void; isStopped: () => boolean },
): Promise<Sorted> => {
  const sorted: Sorted = { fresh: [], there: [], refused: [], same: new Set() }
  const firstOf = new Map<string, string>()
  for (const [at, book] of books.entries()) {
    if (isStopped()) break
    onBook(at)
    const { name } = book
    const read = await Promise.all(book.files.map((file) => digestOf(root, file)))
    const sums = read.flatMap(({ sum }) => sum ?? [])
    const same = sums.map((sum) => firstOf.get(sum.toString('latin1'))).find((other) => other !== undefined)
    if (sums.length === 0) sorted.refused.push({ name, reason: read[0]?.reason ?? 'It has no file.' })
    else if (same !== undefined) sorted.there.push({ name, reason: `This is the same file as ${same}.` })
    else {
      const ids = (await Promise.all(sums.map((sum) => findBooksWith(db, { sum, userId })))).flat()
      if (ids.length > 0) sorted.there.push({ name, reason: IN_LIBRARY })
      else sorted.fresh.push(book)
      for (const id of ids) sorted.same.add(id)
    }
    if (same === undefined) for (const sum of sums) firstOf.set(sum.toString('latin1'), name)
  }
  return sorted
}

const digestOf = async (root: string, file: string): Promise<{ sum?: Buffer; reason?: string }> => {
  try {
    const handle = await openInside(root, file)
    return { sum: toChecksum(await readDigest(handle.createReadStream())) }
  } catch (error) {
    if (error instanceof SourceError) return { reason: error.message }
    return { reason: `This cannot be read (${String((error as NodeJS.ErrnoException).code ?? error)}).` }
  }
}
