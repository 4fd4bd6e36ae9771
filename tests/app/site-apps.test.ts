import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAppProcess } from '#server/app-package/app-process.ts'
import { packageIdOf } from '#server/app-package/package-id.ts'
import { TEMPLATE } from '#server/app-package/site-app.ts'
import { cpuMs } from '#server/platform/sandbox/sandboxed-process.ts'
import { MISSING, unpackAndroidTools } from '#tests/android-tools.ts'

/** Names and addresses that are difficult to put into an app. */
const SITES: [siteName: string, address: string][] = [
  ['The Lamp', 'https://books.example.org'],
  ['x'.repeat(40), 'https://books.example.org:8443'],
  ['مكتبة المصباح', 'https://xn--mgbcd4a2b0d2b.example'],
  ['ספריית המנורה', 'https://2.books.example.org'],
  [`"Lamp" & <b>'Oil'</b>`, 'https://new.class.example'],
  ['@string/app_name', 'https://a-b.example'],
  ['?attr \\u0041 %1$s $', 'https://192.0.2.7'],
  ['📚 図書館 👩‍🏫', 'https://bücher.example'],
  ['Ñandú\u200f\u202e', `https://${'long-label-of-a-host.'.repeat(10)}example`],
  ['.', 'https://localhost'],
]
const ANDROIDS = ['23', '24', '28', '34']
/** What one app may take, of the processor and of memory. */
const MAX_MS = 2000
const MAX_KILOBYTES = 100 * 1024
const VERSION_CODE = 10_006
/** Of the tools for one app, several of which start a Java. */
const TOOLS_MS = 120_000

const tools = await unpackAndroidTools()
const process = openAppProcess()
let folder: string
const key = await process.makeKey(new Date())

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-site-apps-'))
  await tools?.run('apktool', ['if', '-p', folder, tools.framework], folder)
})
afterAll(async () => {
  process.close()
  await rm(folder, { recursive: true, force: true })
})

const anApk = async ([siteName, address]: (typeof SITES)[number]) => {
  const result = await process.makeApk({
    template: await readFile(TEMPLATE),
    icons: [],
    ...key,
    words: { siteName, address, versionCode: VERSION_CODE },
  })
  if (!('apk' in result)) throw new Error(result.damage)
  return result.apk
}

test('an app is made within two seconds of the processor and 100 MB, with the start of the process', async () => {
  // Otherwise it ends after a task that took half of its memory.
  const fresh = openAppProcess({ memoryBytes: 1024 ** 3 })
  try {
    const template = await readFile(TEMPLATE)
    const words = { siteName: 'The Lamp', address: 'https://books.example.org', versionCode: VERSION_CODE }
    await fresh.makeApk({ template, icons: [], ...key, words })
    const status = await readFile(`/proc/${fresh.pid()}/status`, 'latin1')
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])
    const ms = await cpuMs(fresh.pid())
    console.info(`made in ${ms} ms of the processor, ${Math.round(kilobytes / 1024)} MB`)
    expect(ms).toBeLessThan(MAX_MS)
    expect(kilobytes).toBeLessThan(MAX_KILOBYTES)
  } finally {
    fresh.close()
  }
})

describe.skipIf(!tools)(`the app of a site (skipped if ${MISSING})`, () => {
  const run = (...args: Parameters<NonNullable<typeof tools>['run']>) => {
    if (!tools) throw new Error(MISSING)
    return tools.run(...args)
  }

  test.each(SITES)(
    '%s at %s is accepted by the tools of Android',
    async (siteName, address) => {
      const path = join(folder, 'site.apk')
      await writeFile(path, await anApk([siteName, address]))
      for (const android of ANDROIDS) {
        const said = await run('apksigner', ['verify', '-v', '--min-sdk-version', android, path], folder)
        expect(said).toContain('Verifies')
        expect(said).not.toMatch(/warning/i)
        if (android === '23')
          for (const scheme of ['v1', 'v2', 'v3']) expect(said).toMatch(new RegExp(`${scheme} .*true`))
      }
      // What each older Android reads by itself, of which the oldest knows one way of signing.
      for (const android of ANDROIDS) {
        const newest = ['verify', '-v', '--min-sdk-version', '23', '--max-sdk-version', android, path]
        expect(await run('apksigner', newest, folder)).toContain('Verifies')
      }
      const packageId = packageIdOf(address)
      const badging = await run('aapt2', ['dump', 'badging', path], folder)
      expect(badging).toContain(`package: name='${packageId}' versionCode='${VERSION_CODE}' versionName='1.0.6'`)
      const resources = await run('aapt2', ['dump', 'resources', path], folder)
      expect(resources).toContain(new URL(address).origin)
      await run('zipalign', ['-c', '-p', '4', path], folder)
      expect(await run('dexdump', ['-c', path], folder)).not.toContain('ERROR')
      await run('apktool', ['d', '-f', '-o', 'decoded', path, '-p', folder], folder)
      const decoded = (name: string) => readFile(join(folder, 'decoded', name), 'utf8')
      const manifest = await decoded('AndroidManifest.xml')
      expect(manifest).toContain(`package="${packageId}"`)
      expect(manifest).toContain(`android:host="${new URL(address).hostname}"`)
      expect(manifest).not.toContain('placeholder')
      const strings = await decoded('res/values/strings.xml')
      expect(strings).not.toContain('placeholder')
      expect(textOf(/name="app_name">([^]*?)<\/string>/.exec(strings)?.[1])).toBe(siteName)
    },
    TOOLS_MS,
  )

  test(
    'an app with a changed byte is refused by each Android',
    async () => {
      const apk = await anApk(['The Lamp', 'https://books.example.org'])
      const path = join(folder, 'damaged.apk')
      // In the content of classes.dex.
      const at = apk.indexOf('classes.dex') + 200
      apk.writeUInt8(apk.readUInt8(at) ^ 1, at)
      await writeFile(path, apk)
      for (const android of ANDROIDS)
        await expect(run('apksigner', ['verify', '--min-sdk-version', android, path], folder)).rejects.toThrow()
    },
    TOOLS_MS,
  )
})

/** What a string resource says, as apktool writes it. */
const textOf = (xml = '') =>
  xml
    .replace(/^"([^]*)"$/, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, sign: string) =>
      code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
    )
