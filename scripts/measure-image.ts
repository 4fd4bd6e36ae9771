/**
 * Prints what the image adds to its base, in megabytes, and what it would add with all modules but those of tests:
 * node scripts/measure-image.ts. It needs `npm ci` and built pages. Where buildah is there, the image is built too.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  for (const name of [...copied, 'package-lock.json'])
    execFileSync('cp', ['-a', '--reflink=auto', join(ROOT, name), join(folder, name)])
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
    const [keep] = process.argv.slice(2)
    if (keep !== undefined) cpSync(folder, keep, { recursive: true, verbatimSymlinks: true })
    return after
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds the image with buildah, without a daemon, and returns what it adds to its base. */
const measureImage = (): number => {
  const run = (...args: string[]) => execFileSync('buildah', args, { cwd: ROOT, encoding: 'utf8' })
  run('build', '--isolation', 'chroot', '--tag', 'quillhouse-measured', '.')
  const size = (name: string) =>
    (JSON.parse(run('inspect', '--type', 'image', '--format', '{{json .Docker}}', name)) as { size?: number }).size ?? 0
  const base = /^FROM (\S+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? ''
  return (size('quillhouse-measured') - size(base)) / MB
}

const sizes = [await measureFolder()]
if (spawnSync('buildah', ['--version']).status === 0) {
  sizes.push(measureImage())
  console.log(`built with buildah, above its base: ${sizes.at(-1)?.toFixed(0)} MB`)
} else console.log('buildah is not installed: the image is not built, only the folder that it copies is measured.')
if (sizes.some((size) => size > MOST_MB)) {
  console.error(`The image adds more than ${MOST_MB} MB.`)
  process.exitCode = 1
}
