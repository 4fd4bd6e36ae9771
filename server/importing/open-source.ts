import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isZip } from '#server/formats/is-zip.ts'
import { isLeftover } from '#server/formats/leftover.ts'
import { CALIBRE_DATABASE, readCalibre } from './calibre-source.ts'
import { readFolder } from './folder-source.ts'
import { isOwnExport, readOwnExport } from './own-export-source.ts'
import { type ImportSource, SourceError } from './import-source.ts'
import { isAddress, type OpdsOptions, readOpds } from './opds-source.ts'
import { unpackZip } from './unpack-zip.ts'

interface Options extends Omit<OpdsOptions, 'downloads'> {
  /** For copies: a folder that the sweep clears. */
  tempFolder: string
  /** For what is loaded or unpacked: it stays until all of it is imported. */
  folder: string
}

/** Reads what a source has. Throws `SourceError` if that can't be told. */
export const openSource = async (path: string, { tempFolder, folder, ...options }: Options): Promise<ImportSource> => {
  const kept = (kind: string, version = '') => {
    const name = createHash('sha256').update(`${path} ${version}`).digest('hex').slice(0, 16)
    return join(folder, `${kind}-${name}`)
  }
  if (isAddress(path)) return readOpds(path, { ...options, downloads: kept('opds') })
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return openFolder(path, tempFolder)
  if (!found?.isFile()) throw new SourceError(`There is no folder ${path}.`)
  if (!(await isZip(path))) return readOpds(path, { ...options, downloads: kept('opds') })
  const unpacked = kept('zip', `${found.size} ${found.mtimeMs}`)
  if (!existsSync(unpacked)) await unpackZip(await realpath(path), unpacked)
  const discard = () => rm(unpacked, { recursive: true, force: true })
  return { ...(await openFolder(await onlyFolder(unpacked), tempFolder)), discard }
}

const openFolder = async (path: string, tempFolder: string): Promise<ImportSource> => {
  const root = await realpath(path)
  if (await isOwnExport(root)) return readOwnExport(root)
  const database = await lstat(join(root, CALIBRE_DATABASE)).catch(() => undefined)
  return database ? readCalibre(root, tempFolder) : readFolder(root)
}

/** Many archives have one folder with everything in it. */
const onlyFolder = async (path: string): Promise<string> => {
  const entries = await readdir(path, { withFileTypes: true })
  const [only, ...others] = entries.filter(({ name }) => !isLeftover(name))
  return only?.isDirectory() && others.length === 0 ? join(path, only.name) : path
}
