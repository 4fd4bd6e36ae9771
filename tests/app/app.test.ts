import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP, buildTemplate, CLASSES, TEMPLATE } from '#scripts/build-app.ts'
import { MISSING, unpackAndroidTools } from '#tests/android-tools.ts'

const TOOLS_MS = 600_000

let tools: Awaited<ReturnType<typeof unpackAndroidTools>>
let folder = ''
let built: Buffer

beforeAll(async () => {
  tools = await unpackAndroidTools()
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-app-'))
  if (tools) built = await buildTemplate(tools, folder)
}, TOOLS_MS)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the template is built from its sources to the byte: npm run app:build', ({ skip }) => {
  skip(!tools, MISSING)
  expect(built.equals(readFileSync(TEMPLATE))).toBe(true)
})

test('what the app decides is right in the code of the template', async ({ skip }) => {
  if (!tools) return skip(MISSING)
  const { run, android, json } = tools
  await run('enjarify', [TEMPLATE, '-o', 'app.jar'], folder)
  await mkdir(join(folder, 'checks'))
  const sources = globSync('{tests,newer-android}/**/*.java', { cwd: APP }).map((path) => join(APP, path))
  const compiled = [CLASSES, json, android].join(delimiter)
  await run('javac', ['-encoding', 'UTF-8', '-cp', compiled, '-d', 'checks', ...sources], folder)
  const classes = globSync('org/quillhouse/app/*.class', { cwd: join(folder, CLASSES) })
    .map((path) => `org.quillhouse.app.${basename(path, '.class')}`)
    .filter((name) => !/\.R(?:\$\w+)?$/.test(name))
  // Android's own JSON comes before the one that only has names; the code itself comes from the DEX alone.
  const path = ['checks', 'app.jar', json, android].join(delimiter)
  const said = await run('java', ['-Xverify:all', '-cp', path, 'org.quillhouse.app.Checks', ...classes], folder)
  const lines = said.trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  expect(lines.length).toBeGreaterThan(180)
})
