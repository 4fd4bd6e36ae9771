import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { executablePath, unpackedOnce } from '#tests/browser.ts'
import { ENGINES } from './engines.ts'

const run = promisify(execFile)
const PACKAGE = '@sparticuz/chromium'
const FETCH_MS = 300_000

/** The path of an old engine, which is fetched with npm and unpacked once, into the folder of the test browser. */
export const fetchEngine = async (name: string): Promise<string> => {
  const engine = ENGINES[name]
  if (!engine) throw new Error(`${name} is none of the old engines ${Object.keys(ENGINES).join(', ')}`)
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('they run on Linux with x64 alone')
  const { version, integrity } = engine
  const current = dirname(await executablePath())
  return unpackedOnce(`chromium-${version}`, async (folder) => {
    const archive = join(folder, `sparticuz-chromium-${version}.tgz`)
    await run('npm', ['pack', `${PACKAGE}@${version}`, '--pack-destination', folder], { timeout: FETCH_MS })
    await verify(archive, integrity)
    const packed = 'package/bin/chromium.br'
    await run('tar', ['-xzf', archive, packed], { cwd: folder })
    await pipeline(
      createReadStream(join(folder, packed)),
      createBrotliDecompress(),
      createWriteStream(join(folder, 'chromium')),
    )
    await Promise.all([archive, join(folder, 'package')].map((path) => rm(path, { recursive: true })))
    // Its own libraries and fonts are fewer.
    for (const shared of ['al2023', 'fonts']) await cp(join(current, shared), join(folder, shared), { recursive: true })
  })
}

const verify = async (archive: string, integrity: string) => {
  const hash = createHash('sha512')
  await pipeline(createReadStream(archive), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found !== integrity) throw new Error(`${archive} is not the file that was expected: ${found}`)
}
