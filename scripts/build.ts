/** Builds the pages, unless dist/ was built from the current sources. `--always` builds in any case. */
import { existsSync } from 'node:fs'
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ENGLISH, type Language, LANGUAGES, languagesIn } from '#contract/shapes/languages.ts'
import {
  areBuiltFrom,
  builtTags,
  fingerprint,
  manifestOf,
  STAMP,
  stampOf,
} from '#server/platform/http/pages/built-pages.ts'
import { translationCounts } from './translate/counts-plugin.ts'
import { translatedMessages } from './translate/messages-plugin.ts'
import { pseudoLanguagesIn, realTagOf } from './translate/pseudo-language.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
const DRAFT = 'new-'
const PARTS = ['client', 'server']
const COMPRESSIBLE = 'client/assets/**/*.{js,mjs,css,svg,json,wasm,bcmap,ttf,pfb}'
const SMALLEST_BYTES = 1024
/** A higher quality takes many times as long and saves next to nothing. */
const BROTLI_QUALITY = 7
const GZIP_LEVEL = 9

/** The languages to build the pages in: all, or English and those that BUILD_LANGUAGES names, for tests. */
const wantedLanguages = (): readonly Language[] => {
  if (process.argv.includes('--english')) return [ENGLISH]
  const named = process.env['BUILD_LANGUAGES']
  if (named === undefined) return LANGUAGES
  return [ENGLISH, ...languagesIn(named).filter((language) => language !== ENGLISH), ...pseudoLanguagesIn(named)]
}

/** Builds into a draft folder that replaces dist/ when complete, so concurrent builds do not interfere. */
const build = async () => {
  const sources = fingerprint()
  await mkdir(DIST, { recursive: true })
  await removeStaleDrafts()
  const draft = join(DIST, `${DRAFT}${process.pid}`)
  await mkdir(draft)
  try {
    await bundle(draft)
    await compressAssets(draft)
    await rm(STAMP, { force: true })
    for (const part of PARTS) await replace(join(DIST, part), join(draft, part))
    await writeFile(STAMP, stampOf(sources, wantedLanguages()))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes the draft folders of killed builds. */
const removeStaleDrafts = async () => {
  const drafts = (await readdir(DIST)).filter((name) => name.startsWith(DRAFT))
  const stale = drafts.filter((name) => !isOtherProcess(Number(name.slice(DRAFT.length))))
  await Promise.all(stale.map((name) => rm(join(DIST, name), { recursive: true, force: true })))
}

const isOtherProcess = (pid: number) => {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const bundle = async (draft: string) => {
  // With huge pages the bundler spends much of its time on clearing memory.
  process.env['MIMALLOC_ALLOW_THP'] = '0'
  // Whatever the environment has: pages of React's development build can't be rendered by the production build.
  process.env['NODE_ENV'] = 'production'
  for (const language of wantedLanguages()) await bundleIn(language, draft)
}

/** Scripts that have no words in them have the same name in each language, and are one file. */
const bundleIn = async (language: Language, draft: string) => {
  const { createBuilder } = await import('vite')
  const isEnglish = language.path === ''
  const builder = await createBuilder(
    {
      root: ROOT,
      logLevel: 'warn',
      plugins: [translationCounts(), ...(isEnglish ? [] : [translatedMessages(language)])],
      environments: {
        client: {
          build: {
            outDir: join(draft, 'client'),
            emptyOutDir: false,
            copyPublicDir: isEnglish,
            manifest: manifestOf(language),
          },
        },
        ssr: { build: { outDir: join(draft, 'server', language.path), emptyOutDir: false } },
      },
    },
    null,
  )
  await Promise.all(Object.values(builder.environments).map((environment) => builder.build(environment)))
}

/** Writes a .br and a .gz file for each asset, so no request compresses them. */
const compressAssets = async (draft: string) => {
  const paths = await Array.fromAsync(glob(COMPRESSIBLE, { cwd: draft }))
  const compressNext = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) await compress(join(draft, path))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext))
}

const compress = async (path: string) => {
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST_BYTES) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(bytes, { level: GZIP_LEVEL }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** Renames the new folder into place. Retries if a concurrent build did the same in between. */
const replace = async (folder: string, next: string): Promise<void> => {
  if (existsSync(folder)) await rename(folder, `${next}-before`).catch(ignoreMissing)
  try {
    await rename(next, folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    await rm(`${next}-before`, { recursive: true, force: true })
    await replace(folder, next)
  }
}

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}

/** Builds the pages in further languages, and adds them to dist/. Files with the name of one that is there are the same. */
const addLanguages = async (languages: readonly Language[]) => {
  const sources = fingerprint()
  await removeStaleDrafts()
  const draft = join(DIST, `${DRAFT}${process.pid}`)
  await mkdir(draft)
  try {
    for (const language of languages) await bundleIn(language, draft)
    await compressAssets(draft)
    for (const path of await Array.fromAsync(glob('client/assets/*', { cwd: draft })))
      if (!existsSync(join(DIST, path))) await rename(join(draft, path), join(DIST, path))
    for (const path of await Array.fromAsync(glob('client/.vite/*', { cwd: draft })))
      await rename(join(draft, path), join(DIST, path))
    // Last: with this file a language is there.
    for (const { path } of languages) await replace(join(DIST, 'server', path), join(draft, 'server', path))
    const kept = builtTags().filter((tag) => !languages.some((language) => realTagOf(language.tag) === realTagOf(tag)))
    await writeFile(STAMP, stampOf(sources, [...kept.map((tag) => ({ tag })), ...languages]))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const isCurrent = !process.argv.includes('--always') && areBuiltFrom(fingerprint())
const missing = wantedLanguages().filter(({ tag }) => !builtTags().includes(tag))
if (!isCurrent) await build()
else if (missing.length > 0) await addLanguages(missing)
