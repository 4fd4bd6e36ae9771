import { appFileName } from './app-file-name.ts'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { ICON_SIZES } from './icons.ts'
import { makeApk } from './make-apk.ts'
import { makeSigningKey } from './make-signing-key.ts'
import { packageIdOf } from './package-id.ts'
import { readSigningKey } from './read-signing-key.ts'
import type { Signer } from './sign-files.ts'
import { TEMPLATE } from './site-app.ts'
import { readApk } from './testing-read-apk.ts'
import { versionNameOf } from './version-name.ts'

const ADDRESS = 'https://books.example.org'
let template: Buffer
let key: Signer

beforeAll(async () => {
  template = await readFile(TEMPLATE)
  key = await makeSigningKey(new Date())
})

const anApk = (words: Partial<Parameters<typeof makeApk>[0]['words']> = {}, bytes = template) =>
  makeApk({
    template: bytes,
    icons: [],
    ...key,
    words: { siteName: 'The Lamp', address: ADDRESS, versionCode: 10_005, ...words },
  })

test('an app has the words of its site and nothing of the template, and its three signatures hold', async () => {
  const app = readApk(await anApk({ address: 'https://books.example.org:8443', versionCode: 10_123 }))
  const packageId = packageIdOf('https://books.example.org:8443')
  expect(app.manifest).toEqual(expect.arrayContaining([packageId, 'books.example.org', '1.1.23']))
  expect(app.manifestIntegers).toContain(10_123)
  expect(app.resources).toEqual(expect.arrayContaining(['The Lamp', 'https://books.example.org:8443']))
  expect(app.resourcePackage).toBe(packageId)
  expect([...app.manifest, ...app.resources].filter((text) => text.includes('placeholder'))).toEqual([])
  expect(new Set(Object.values(app.certificates).map(String))).toEqual(new Set([String(key.certificate)]))
  expect(Object.keys(app.storedOffsets)).toContain('resources.arsc')
  for (const offset of Object.values(app.storedOffsets)) expect(offset % 4).toBe(0)
})

test.each(['مكتبة المصباح', `"Lamp" & <b>'Oil'</b> \\n %1$s @string/x`, '📚 図書館', 'x'.repeat(40)])(
  'the name %s is in the app as it is',
  async (siteName) => {
    expect(readApk(await anApk({ siteName })).resources).toContain(siteName)
  },
)

test('an update has the package and the certificate of the app before, and a larger version', async () => {
  const [before, after] = await Promise.all(
    [10_005, 10_006].map(async (versionCode) => readApk(await anApk({ versionCode }))),
  )
  expect(after?.resourcePackage).toBe(before?.resourcePackage)
  expect(after?.certificates).toEqual(before?.certificates)
  expect([before?.manifestIntegers, after?.manifestIntegers]).toEqual([
    expect.arrayContaining([10_005]),
    expect.arrayContaining([10_006]),
  ])
})

test('a changed byte of the app is noticed', async () => {
  const apk = await anApk()
  const damaged = Buffer.from(apk)
  damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100)
  expect(() => readApk(damaged)).toThrow()
  expect(() => readApk(apk)).not.toThrow()
})

test('pictures of the site take the place of those of the template', async () => {
  const icons = ICON_SIZES.map(({ name, density }) => ({ name, density, png: Buffer.from(`${name} ${density}`) }))
  const { files } = readApk(
    await makeApk({ template, icons, ...key, words: { siteName: 'A', address: ADDRESS, versionCode: 1 } }),
  )
  const pictures = Object.entries(files).filter(([name]) => name.endsWith('.png'))
  expect(pictures.map(([, bytes]) => Buffer.from(bytes).toString()).toSorted()).toEqual(
    icons.map(({ png }) => String(png)).toSorted(),
  )
})

test.each<[string, () => Buffer]>([
  ['cut off', () => template.subarray(0, 2000)],
  ['empty', () => Buffer.alloc(0)],
  ['in the list of its files', () => Buffer.from(template).fill(0xff, 200, 201)],
  ['in a picture', () => Buffer.from(template).fill('x', template.indexOf('IDAT') + 8, template.indexOf('IDAT') + 12)],
  ['with another thing', () => Buffer.from('not a template')],
])('a template that is damaged (%s) is refused', async (_how, damage) => {
  await expect(anApk({}, damage())).rejects.toMatchObject({ name: 'Template' })
})

test.each([
  ['https://books.example.org', /^org\.example\.books\.library_[\da-f]{8}$/],
  ['https://2.new-books.example.org', /^org\.example\.new_books\.n2\.library_/],
  ['https://new.int.example', /^example\.int_\.new_\.library_/],
  ['https://bücher.example', /^example\.xn__bcher_kva\.library_/],
  ['https://192.0.2.7', /^n7\.n2\.n0\.n192\.library_/],
  ['https://[2001:db8::1]', /^n1\.db8\.n2001\.library_/],
  ['https://---.example', /^example\.library_/],
])('the id of %s is one of a package', (address, id) => {
  expect(packageIdOf(address)).toMatch(id)
  expect(packageIdOf(address)).toMatch(/^[a-z][a-z\d_]*(?:\.[a-z][a-z\d_]*)+$/)
})

test('other hosts and ports have other ids, and a long host one that Android takes', () => {
  const hosts = [
    'a-b.example',
    'a.b.example',
    'ab.example',
    '1.example',
    'n1.example',
    'new.example',
    'a-b.example:8443',
  ]
  expect(new Set(hosts.map((host) => packageIdOf(`https://${host}`))).size).toBe(hosts.length)
  const long = packageIdOf(`https://${'a23456789.'.repeat(24)}example`)
  expect(long.length).toBeLessThanOrEqual(127)
  expect(long).toMatch(/^example\.a23456789\..*\.library_[\da-f]{8}$/)
  expect(packageIdOf(`https://${'a'.repeat(63)}.${'b'.repeat(63)}`).length).toBeLessThanOrEqual(127)
})

test('versions are counted from 1.0.5', () => {
  expect([10_005, 10_099, 10_100, 20_000].map(versionNameOf)).toEqual(['1.0.5', '1.0.99', '1.1.0', '2.0.0'])
})

test('a key is read with its certificate, or what is wrong with it is said', async () => {
  const { certificate, privateKey } = key
  const pemOf = (der: Buffer) => new X509Certificate(der).toString()
  const own = readSigningKey(`Bag Attributes\n${privateKey}${pemOf(certificate)}`)
  expect(own).toMatchObject({ privateKey, certificate: expect.any(Buffer) })
  expect(readSigningKey('hello')).toEqual({ fault: 'notPem' })
  expect(readSigningKey(privateKey.replace(/\n.{20}/, '\n'))).toEqual({ fault: 'notPem' })
  expect(readSigningKey(privateKey)).toEqual({ fault: 'noCertificate' })
  const other = await makeSigningKey(new Date())
  expect(readSigningKey(privateKey + pemOf(other.certificate))).toEqual({ fault: 'otherCertificate' })
  expect(readSigningKey(privateKey.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'))).toEqual({
    fault: 'hasPassphrase',
  })
  const headers = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n'
  const withPassphrase = privateKey.replaceAll('PRIVATE', 'RSA PRIVATE').replace('KEY-----\n', `KEY-----\n${headers}`)
  expect(readSigningKey(withPassphrase)).toEqual({ fault: 'hasPassphrase' })
})

test.each([
  ['of elliptic curves', 'notRsa', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['of Edwards curves', 'notRsa', () => generateKeyPairSync('ed25519')],
  ['of 1024 bits', 'wrongSize', () => generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['of 2048 bits, which is long enough', 'noCertificate', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
])('a key %s is answered with %s', (_kind, fault, makeKey) => {
  const pem = String(makeKey().privateKey.export({ format: 'pem', type: 'pkcs8' }))
  expect(readSigningKey(pem)).toEqual({ fault })
})

test('a key is read in the older form, before or after certificates of others, and with the line ends of Windows', async () => {
  const { certificate, privateKey } = key
  const older = String(createPrivateKey(privateKey).export({ format: 'pem', type: 'pkcs1' }))
  const others = new X509Certificate((await makeSigningKey(new Date())).certificate).toString()
  const own = new X509Certificate(certificate).toString()
  for (const pem of [older + own, others + own + privateKey, (privateKey + own).replaceAll('\n', '\r\n')])
    expect(readSigningKey(pem)).toEqual({ privateKey, certificate })
})

test('the file is named after the site, in letters that every device has', () => {
  expect(['Bücherei Ñandú', 'The Lamp & Sons', '図書館'].map((name) => appFileName(name))).toEqual([
    'bucherei-nandu.apk',
    'the-lamp-sons.apk',
    'app.apk',
  ])
})
