import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/shapes/languages.ts'
import { inLanguage } from '#server/platform/http/pages/page-language.ts'

const manifest = readFileSync(new URL('../../app/AndroidManifest.xml', import.meta.url), 'utf8')

const dataOf = (attribute: string) =>
  [...manifest.matchAll(new RegExp(`<data android:${attribute}="([^"]+)"`, 'g'))].map(([, value = '']) => value)

/** As Android matches a pattern: what stands for any signs ends at the first one that is the next of the pattern. */
const matches = (pattern: string, path: string) => new RegExp(`^${pattern.replace('.*/', '[^/]*/')}$`).test(path)

const opensInApp = (path: string) =>
  dataOf('pathPrefix').some((prefix) => path.startsWith(prefix)) ||
  dataOf('pathPattern').some((pattern) => matches(pattern, path))

const ID = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'

test.each([
  `/book/${ID}`,
  `/book/premium/${ID}`,
  `/books/${ID}`,
  '/authors/Jo',
  `/lists/${ID}`,
  `/read/${ID}`,
  `/series/${ID}`,
  '/auth/verify',
])('links to %s open in the app, in each language', (path) => {
  expect(LANGUAGES.map((language) => inLanguage(language, path)).filter((address) => !opensInApp(address))).toEqual([])
})

test.each([
  '/',
  '/terms',
  '/download',
  '/app/quillhouse.apk',
  `/files/epub/${ID}/The_Lamp.epub`,
  `/files/pdf/${ID}/a.pdf`,
])('links to %s do not', (path) => {
  expect(opensInApp(path)).toBe(false)
  expect(opensInApp(`/de${path}`)).toBe(false)
})

test.each([
  ['.azw', 'application/vnd.amazon.ebook'],
  ['.azw3', 'application/vnd.amazon.mobi8-ebook'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.epub', 'application/epub+zip'],
  ['.fb2', 'application/x-fictionbook+xml'],
  ['.fodt', 'application/vnd.oasis.opendocument.text-flat-xml'],
  ['.md', 'text/markdown'],
  ['.mobi', 'application/x-mobipocket-ebook'],
  ['.odt', 'application/vnd.oasis.opendocument.text'],
  ['.pdf', 'application/pdf'],
  ['.txt', 'text/plain'],
  ['.zip', 'application/zip'],
  ['.zip of a mail from Windows', 'application/x-zip-compressed'],
  ['what Android does not know', 'application/octet-stream'],
])('a file can be shared to the app: %s as %s', (_file, type) => {
  expect(dataOf('mimeType')).toContain(type)
})

test.each(['image/png', 'video/mp4', 'application/msword'])('what no book is made of can not: %s', (type) => {
  expect(dataOf('mimeType')).not.toContain(type)
})

test('the app trusts what the browser of its device trusts, and nothing without encryption', () => {
  const [, name] = /android:networkSecurityConfig="@xml\/(\w+)"/.exec(manifest) ?? []
  const config = readFileSync(new URL(`../../app/res/xml/${name}.xml`, import.meta.url), 'utf8')
  expect([...config.matchAll(/<certificates src="(\w+)"/g)].map(([, source]) => source)).toEqual(['system', 'user'])
  expect(config).toContain('<base-config cleartextTrafficPermitted="false">')
  expect(manifest).toContain('android:usesCleartextTraffic="false"')
})

test.each([
  'colorMode',
  'density',
  'fontScale',
  'keyboard',
  'locale',
  'mcc',
  'mnc',
  'orientation',
  'screenSize',
  'smallestScreenSize',
  'touchscreen',
  'uiMode',
])('a change of %s loads no page again', (change) => {
  expect(/android:configChanges="([^"]+)"/.exec(manifest)?.[1]?.split('|')).toContain(change)
})
