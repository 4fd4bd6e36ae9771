/**
 * Prints what the image adds to its base, in megabytes, and what it would add with all modules but those of tests:
 * node scripts/measure-image.ts. It needs `npm ci` and built pages. Where buildah is there, the image is built too, unless
 * `--folder` is given.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { pruneImage } from './prune-image.ts'

const ROOT = join(import.meta.dirname, '..')
const MOST_MB = 340
const MB = 1024 ** 2

/** What the Dockerfile copies. */
const copied = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .split('\n')
  .flatMap((line) => /^COPY --from=build \/opt\/quillhouse\/(\S+) /.exec(line)?.[1] ?? [])

const sizeOf = (path: string): number =>
  lstatSync(path).isDirectory()
    ? globSync('**/*', { cwd: path }).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
    : bytesOf(path)

/** As a file takes whole blocks of the disk. */
const bytesOf = (path: string): number => {
  const { blocks, size } = lstatSync(path)
  return lstatSync(path).isDirectory() ? 0 : Math.max(blocks * 512, size)
}

/** The modules without those of tests, as `npm prune --omit=dev` leaves them. */
const withoutTests = (folder: string) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [place, { dev = false }] of Object.entries(packages))
    if (dev) rmSync(join(folder, place), { recursive: true, force: true })
}

/** Copies what the image does. */
const fillFolder = (folder: string) => {
  for (const name of [...copied, 'package-lock.json']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    execFileSync('cp', ['-a', '--reflink=auto', join(ROOT, name), join(folder, name)])
  }
  for (const cache of ['dist/compile-cache', 'node_modules/.cache', 'node_modules/.vite'])
    rmSync(join(folder, cache), { recursive: true, force: true })
}

const measureFolder = async () => {
  if (!existsSync(join(ROOT, 'dist/client'))) throw new Error('The pages are not built. Run: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'quillhouse-image-'))
  try {
    fillFolder(folder)
    withoutTests(folder)
    const before = sizeOf(folder) / MB
    await pruneImage(folder)
    const after = sizeOf(folder) / MB
    console.log(`with all modules but those of tests: ${before.toFixed(0)} MB; the image: ${after.toFixed(0)} MB`)
    return after
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds the image with buildah, without a daemon, and returns what it adds to its base. */
const measureImage = (): number => {
  const run = (...args: string[]) => execFileSync('buildah', args, { cwd: ROOT, encoding: 'utf8' })
  // Images of the other format have no health check.
  run('build', '--isolation', 'chroot', '--format', 'docker', '--tag', 'quillhouse-measured', '.')
  const layersOf = (name: string) => {
    const { Manifest } = JSON.parse(run('inspect', '--type', 'image', name)) as { Manifest: string }
    return (JSON.parse(Manifest) as { layers: { size: number }[] }).layers
  }
  const [, base = ''] = /^FROM (\S+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? []
  const added = layersOf('quillhouse-measured').slice(layersOf(base).length)
  return added.reduce((sum, { size }) => sum + size, 0) / MB
}

const { values } = parseArgs({ options: { folder: { type: 'boolean', default: false } } })
const sizes = [await measureFolder()]
if (values.folder) console.log('Only the folder that the image copies is measured.')
else if (spawnSync('buildah', ['--version']).status === 0) {
  sizes.push(measureImage())
  console.log(`built with buildah, above its base: ${sizes.at(-1)?.toFixed(0)} MB`)
} else console.log('buildah is not installed: the image is not built, only the folder that it copies is measured.')
if (sizes.some((size) => size > MOST_MB)) {
  console.error(`The image adds more than ${MOST_MB} MB.`)
  process.exitCode = 1
}
