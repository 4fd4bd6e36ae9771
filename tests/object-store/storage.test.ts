import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseObjectStoreAddress } from '#server/platform/storage/object-store-address.ts'
import { objectStorage } from '#server/platform/storage/object-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { testStorageContract } from '#server/platform/storage/testing-contract.ts'
import { BUCKET, startCeph } from './start-ceph.ts'

const ceph = await startCeph()

describe.skipIf(!ceph)('Ceph', () => {
  let folder: string
  let storage: Storage

  const open = async (prefix: string, options: { answerMs?: number } = {}) => {
    const address = parseObjectStoreAddress(ceph?.url(prefix) ?? '')
    if (!address) throw new Error('no address')
    return objectStorage({ address, tempFolder: join(folder, 'tmp'), ...options })
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'object-storage-'))
    storage = await open('site/files')
  })
  afterAll(async () => {
    await Promise.all([ceph?.stop(), rm(folder, { recursive: true, force: true })])
  })

  testStorageContract(() => storage)

  test('two prefixes of a bucket are two storages', async () => {
    const other = await open('site/file')
    const key = `pdf/${randomUUID()}.pdf`
    await other.put(key, Buffer.from('x'))
    expect(await storage.size(key)).toBeUndefined()
    expect((await Array.fromAsync(other.list(''))).map(({ key }) => key)).toEqual([key])
  })

  test('the store refuses a content that has another hash than was signed, and keeps nothing of it', async () => {
    const Key = `site/files/pdf/${randomUUID()}.pdf`
    const command = new PutObjectCommand({ Bucket: BUCKET, Key, Body: randomBytes(100_000) })
    command.middlewareStack.add(
      (next) => (args) => {
        ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = 'ab'.repeat(32)
        return next(args)
      },
      { step: 'build' },
    )
    await expect(ceph?.client.send(command)).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' })
    await expect(ceph?.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key }))).rejects.toMatchObject({
      name: 'NotFound',
    })
  })

  test('an upload that is cut is not kept', async () => {
    const key = `pdf/${randomUUID()}.pdf`
    const target = new URL(ceph?.url('') ?? '')
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: `site/files/${key}`, Body: randomBytes(1_000_000) })
    // The signed request of the client is sent again by hand, up to the half of its content.
    let signed: { path: string; headers: Record<string, string>; body: Buffer } | undefined
    command.middlewareStack.add(
      () => async (args) => {
        signed = args.request as NonNullable<typeof signed>
        throw new Error('not sent')
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    await expect(ceph?.client.send(command)).rejects.toThrow('not sent')
    if (!signed) throw new Error('nothing was signed')
    const { path, headers, body } = signed
    const upload = request({ host: '127.0.0.1', port: target.port, method: 'PUT', path, headers })
    expect(headers['authorization']).toContain('Signature=')
    upload.on('error', () => {})
    upload.write(body.subarray(0, 500_000), () => upload.destroy())
    await new Promise((resolve) => upload.once('close', resolve))
    expect(await storage.size(key)).toBeUndefined()
    expect(await Array.fromAsync(storage.list('pdf'))).not.toContainEqual(expect.objectContaining({ key }))
  })

  test('a store that hangs is given up, and answers again when it is back', async () => {
    const hasty = await open('site/files', { answerMs: 3000 })
    const [key, content] = [`pdf/${randomUUID()}.pdf`, randomBytes(5_000_000)]
    await hasty.put(key, content)
    ceph?.hang()
    try {
      await expect(hasty.size(key)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
      await expect(buffer(hasty.read(key))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
      await expect(hasty.put(`pdf/${randomUUID()}.pdf`, content)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    } finally {
      ceph?.resume()
    }
    expect((await buffer(hasty.read(key))).equals(content)).toBe(true)
  })

  test('a wrong secret and a missing bucket are failures, and not missing files', async () => {
    for (const change of [
      (url: string) => url.replace('testing-secret', 'other-secret'),
      (url: string) => url.replace(`/${BUCKET}/`, '/no-such-bucket/'),
    ]) {
      const address = parseObjectStoreAddress(change(ceph?.url('x') ?? ''))
      if (!address) throw new Error('no address')
      const wrong = await objectStorage({ address, tempFolder: join(folder, 'tmp') })
      await expect(wrong.check()).rejects.toMatchObject({ code: 'EIO' })
      await expect(buffer(wrong.read('pdf/x.pdf'))).rejects.toMatchObject({ code: 'EIO' })
      await expect(Array.fromAsync(wrong.list(''))).rejects.toMatchObject({ code: 'EIO' })
    }
  })
})
