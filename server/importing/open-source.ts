import { lstat, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CALIBRE_DATABASE, readCalibre } from './calibre-source.ts'
import { readFolder } from './folder-source.ts'
import { type ImportSource, SourceError } from './import-source.ts'

/** Reads what a source has; copies go to a folder that the sweep clears. Throws `SourceError` if that can't be told. */
export const openSource = async (path: string, tempFolder: string): Promise<ImportSource> => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) throw new SourceError(`There is no folder ${path}.`)
  const root = await realpath(path)
  const database = await lstat(join(root, CALIBRE_DATABASE)).catch(() => undefined)
  return database ? readCalibre(root, tempFolder) : readFolder(root)
}
