import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import { moveFiles } from '#server/platform/storage/move-files.ts'
import { OBJECT_STORE_FORM, parseObjectStoreAddress } from '#server/platform/storage/object-store-address.ts'
import { openStorage, placeOf } from '#server/platform/storage/open-storage.ts'

const REPORT_EVERY_MS = 10_000

type Place = Pick<Settings, 'dataDir' | 'objectStore'>

/** `move-files --to URL`. The server may run: files that it adds meanwhile are copied too. */
export const moveStoredFiles = async ({ from, to }: { from?: string; to?: string }): Promise<string> => {
  const settings = readSettings()
  const source = placeAt('--from', from, settings)
  const target = placeAt('--to', to, settings)
  if (placeOf(source) === placeOf(target))
    throw new Error('The files are in this place already: name the other place with --from URL or --to URL.')
  let reportedAt = performance.now()
  const { copied, same } = await moveFiles(await openStorage(source), await openStorage(target), (progress) => {
    if (performance.now() < reportedAt + REPORT_EVERY_MS) return
    reportedAt = performance.now()
    console.log(`${progress.copied} files copied, ${progress.same} were there already`)
  })
  return `${copied} files were copied to ${placeOf(target)}, and ${same} were there already. The files in ${placeOf(source)} remain.`
}

const placeAt = (option: string, value: string | undefined, settings: Settings): Place => {
  if (value === undefined) return settings
  const objectStore = parseObjectStoreAddress(value)
  if (objectStore) return { dataDir: settings.dataDir, objectStore }
  const url = URL.parse(value)
  if (url?.protocol !== 'file:' || url.host !== '')
    throw new Error(`${option} must be ${OBJECT_STORE_FORM}; or file:///path/of/DATA_DIR.`)
  return { dataDir: resolve(fileURLToPath(url)), objectStore: undefined }
}
