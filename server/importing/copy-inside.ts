import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openInside } from './source-files.ts'

interface Place {
  /** The folder of the source. */
  root: string
  tempFolder: string
}

/** A copy of a file of a source in the temporary folder, since what is stored is moved. To be disposed of. */
export const copyInside = async ({ root, tempFolder }: Place, file: string) => {
  const handle = await openInside(root, file)
  const path = join(tempFolder, randomUUID())
  const discard = () => rm(path, { force: true })
  try {
    await pipeline(handle.createReadStream(), createWriteStream(path, { flags: 'wx' }))
    return { path, bytes: (await stat(path)).size, [Symbol.asyncDispose]: discard }
  } catch (error) {
    await discard()
    throw error
  }
}
