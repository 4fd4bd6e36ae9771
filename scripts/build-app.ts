/**
 * Builds app/template.apk, from which every site makes its app, and writes the hash of its sources beside it. The same
 * bytes on every machine that has the tools.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { unzipSync, zipSync, type Zippable } from 'fflate'
import { type AndroidTools, unpackAndroidTools } from '#tests/android-tools.ts'

export const APP = join(import.meta.dirname, '../app')
export const TEMPLATE = join(APP, 'template.apk')
export const RECORDED = join(APP, 'template.sources.sha256')
/** In the folder of a build. */
export const CLASSES = 'classes'
const SOURCES = [
  'AndroidManifest.xml',
  'java/**/*.java',
  'newer-android/**/*.java',
  'assets/*.js',
  'res/**/*.{png,xml}',
]
/** The first year that zip knows; at noon, so that it is the same day everywhere. */
const DATE = new Date(1980, 0, 1, 12)
/** Android refuses compressed resources, and the server replaces pictures without packing them. */
const STORED = ['.arsc', '.png']

/** The hash of all files that the template is built from, with their names. */
export const hashSources = () => {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: APP })).toSorted()) {
    const bytes = readFileSync(join(APP, path))
    hash.update(`${path.replaceAll('\\', '/')}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

/** Builds the template, unsigned, in an empty folder, where its classes are left too. */
export const buildTemplate = async ({ run, android, framework }: AndroidTools, folder: string): Promise<Buffer> => {
  await run('aapt2', ['compile', '--dir', join(APP, 'res'), '-o', 'res.zip'], folder)
  await run(
    'aapt2',
    [
      'link',
      '-I',
      framework,
      '--manifest',
      join(APP, 'AndroidManifest.xml'),
      '-A',
      join(APP, 'assets'),
      // R is where the classes are, whatever the package of a site is.
      '--java',
      'generated',
      '--custom-package',
      'org.quillhouse.app',
      '-o',
      'linked.apk',
      'res.zip',
    ],
    folder,
  )
  const classes = await compileClasses({ run, android }, folder)
  await run('dx', ['--dex', '--min-sdk-version=23', '--output=../classes.dex', ...classes], join(folder, CLASSES))
  const linked = unzipSync(await readFile(join(folder, 'linked.apk')))
  const entries = { ...linked, 'classes.dex': await readFile(join(folder, 'classes.dex')) }
  await writeFile(join(folder, 'packed.apk'), pack(entries))
  await run('zipalign', ['-p', '4', 'packed.apk', 'template.apk'], folder)
  return readFile(join(folder, 'template.apk'))
}

/** The app's own classes, without those that stand for newer ones of Android's and those with the numbers of resources. */
const compileClasses = async ({ run, android }: Pick<AndroidTools, 'run' | 'android'>, folder: string) => {
  const sources = globSync('{java,newer-android}/**/*.java', { cwd: APP }).map((path) => join(APP, path))
  await mkdir(join(folder, CLASSES))
  await run(
    'javac',
    [
      '-nowarn',
      '-Xlint:-options',
      '-g:source,lines',
      '-source',
      '8',
      '-target',
      '8',
      '-encoding',
      'UTF-8',
      '-bootclasspath',
      android,
      '-d',
      CLASSES,
      ...sources.toSorted(),
      'generated/org/quillhouse/app/R.java',
    ],
    folder,
  )
  return globSync('org/quillhouse/app/*.class', { cwd: join(folder, CLASSES) })
    .filter((path) => !/\/R(?:\$\w+)?\.class$/.test(path))
    .toSorted()
}

const pack = (entries: Record<string, Uint8Array>) => {
  const zip: Zippable = {}
  for (const name of Object.keys(entries).toSorted())
    zip[name] = [entries[name] as Uint8Array, { level: STORED.includes(extname(name)) ? 0 : 9, mtime: DATE }]
  return zipSync(zip)
}

if (import.meta.main) {
  const tools = await unpackAndroidTools()
  if (!tools) process.exit(1)
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-app-'))
  try {
    const template = await buildTemplate(tools, folder)
    await writeFile(TEMPLATE, template)
    await writeFile(RECORDED, `${hashSources()}\n`)
    console.info(`${relative(process.cwd(), TEMPLATE)}: ${template.length} bytes`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
