/** Builds the pages, unless they were built from these very sources; with --always in any case. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STAMP = 'dist/built-from'
const SOURCES = ['web/**', 'contract/**', 'covers/**', 'vite.config.ts', 'package-lock.json', 'scripts/build.ts']
const COMPRESSIBLE = 'dist/client/assets/**/*.{js,mjs,css,svg,json,wasm,bcmap,ttf,pfb}'
const SMALLEST_BYTES = 1024
const QUALITY = 9

const fingerprint = async () => {
  const files = await Array.fromAsync(glob(SOURCES, { withFileTypes: true }))
  const paths = files.filter((file) => file.isFile()).map((file) => `${file.parentPath}/${file.name}`)
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  return hash.digest('hex')
}

/** Each asset also as .br and .gz beside it, so that no request compresses anything. */
const compressAssets = async () => {
  const paths = await Array.fromAsync(glob(COMPRESSIBLE))
  const compressNext = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) await compress(path)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext))
}

const compress = async (path: string) => {
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST_BYTES) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    promisify(gzip)(bytes, { level: QUALITY }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

process.chdir(ROOT)
const sources = await fingerprint()
const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources
if (!isBuilt || process.argv.includes('--always')) {
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'warn' }, null)
  await builder.buildApp()
  await compressAssets()
  writeFileSync(STAMP, sources)
}
