import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** `sha256sum --check SHA256SUMS` reads it too. */
const LIST = 'SHA256SUMS'
const LINE = /^([\da-f]{64}) {2}(.+)$/

type Content = AsyncIterable<string | Uint8Array> | Iterable<string>

/** Writes a file below `folder`, over an earlier one of its name, and returns the SHA-256 of its content in hex. */
export const writeSummed = async (folder: string, path: string, content: Content): Promise<string> => {
  const to = join(folder, path)
  await mkdir(dirname(to), { recursive: true })
  const hash = createHash('sha256')
  const summed = async function* () {
    for await (const piece of content) {
      hash.update(piece)
      yield piece
    }
  }
  await pipeline(summed, createWriteStream(to, { mode: 0o600 }))
  return hash.digest('hex')
}

/** Ends a folder with the sums of all that is in it: without this list it isn't whole. */
export const writeSums = async (folder: string, sums: ReadonlyMap<string, string>): Promise<void> => {
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, sum]) => `${sum}  ${path}\n`)
  const draft = join(folder, `${LIST}.part`)
  await writeFile(draft, lines.join(''), { mode: 0o600, flush: true })
  await rename(draft, join(folder, LIST))
}

/** The paths below `folder`, once each is found to be what it was when it was written; throws if one isn't. */
export const verifySums = async (folder: string): Promise<string[]> => {
  const sums = await readSums(folder)
  for (const path of await pathsIn(folder))
    if (!sums.has(path)) throw new Error(`${path} stands in ${folder}, but not in its ${LIST}.`)
  for (const [path, sum] of sums)
    if ((await sumOf(join(folder, path))) !== sum) throw new Error(`${path} in ${folder} is damaged or missing.`)
  return [...sums.keys()]
}

const readSums = async (folder: string) => {
  const text = await readFile(join(folder, LIST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(`${folder} has no ${LIST}: it is no backup, or one that broke off.`)
  })
  const sums = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sum, path] = LINE.exec(line) ?? []
    if (!sum || !path) throw new Error(`${LIST} in ${folder} is damaged.`)
    sums.set(path, sum)
  }
  return sums
}

const pathsIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => path !== LIST)
}

const sumOf = async (path: string) => {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
