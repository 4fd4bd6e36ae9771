import { armor, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { decryptWith, encryptFor, readIdentities } from './encryption.ts'
import { filesFolder, storageKey } from './layout.ts'

let keys: string[]
let recipients: string

beforeAll(async () => {
  keys = await Promise.all([generateX25519Identity(), generateX25519Identity()])
  recipients = (await Promise.all(keys.map(identityToRecipient))).join(',')
})

const all = async (content: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(content))

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const encrypted = async (bytes: Buffer) => all((await encryptFor(recipients))(inParts(bytes, 70_000)))

test('each of several keys opens what is encrypted for all of them, and no other', async () => {
  const bytes = Buffer.from('The Lantern Road\n'.repeat(10_000))
  const secret = await encrypted(bytes)
  for (const key of keys) expect((await all((await decryptWith(key))(inParts(secret, 999)))).equals(bytes)).toBe(true)
  const stranger = await decryptWith(await generateX25519Identity())
  await expect(all(stranger(inParts(secret, 999)))).rejects.toThrow()
})

test.each([0, 1, 35, 48, 49, 200_000])(
  'an armored file of %i bytes is read as any other, in parts of any size',
  async (size) => {
    const bytes = Buffer.alloc(size, 'abc')
    const lines = armor.encode(await encrypted(bytes))
    const decrypt = await decryptWith(keys[1] ?? '')
    const texts = [lines, lines.replaceAll('\n', '\r\n'), lines.trimEnd()]
    for (const text of texts)
      for (const part of size < 100 ? [1, 7, 65] : [4096, 1_000_000])
        expect((await all(decrypt(inParts(Buffer.from(text), part)))).equals(bytes)).toBe(true)
  },
)

test('an armored file that is cut or changed is refused', async () => {
  const lines = armor.encode(await encrypted(Buffer.alloc(1000)))
  const decrypt = await decryptWith(keys[0] ?? '')
  const middle = lines.length >> 1
  const changed = lines.slice(0, middle) + (lines[middle] === 'A' ? 'B' : 'A') + lines.slice(middle + 1)
  for (const text of [lines.slice(0, middle), changed])
    await expect(all(decrypt(inParts(Buffer.from(text), 100)))).rejects.toThrow()
})

test('a key file behind a passphrase is opened with it, armored or not', async () => {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(10)
  encrypter.setPassphrase('correct horse')
  const text = `# created: today\n${keys[0]}\n`
  const file = await encrypter.encrypt(text)
  for (const form of [file, Buffer.from(armor.encode(file))]) {
    expect(await readIdentities(form, async () => 'correct horse')).toBe(text)
    await expect(readIdentities(form, async () => 'wrong')).rejects.toThrow(
      'The passphrase does not open the key file.',
    )
  }
  const unasked = async () => Promise.reject(new Error('asked'))
  expect(await readIdentities(Buffer.from(text), unasked)).toBe(text)
})

test('files for several recipients have a folder with a name of the usual length', () => {
  const folder = filesFolder(recipients)
  expect(folder).toMatch(/^files-age1[\da-f]{58}\/$/)
  expect(storageKey(`${folder}epub/one.epub`)).toBe('epub/one.epub')
  expect(filesFolder(recipients.split(',')[0])).not.toBe(folder)
})
