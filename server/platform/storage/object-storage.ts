import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { createCircuit } from './circuit.ts'
import { digestContent } from './digest-content.ts'
import type { ObjectStoreAddress, ObjectStoreOptions } from './object-store-address.ts'
import { checkedKey, isStorageKey } from './storage-key.ts'
import type { Part, Storage } from './storage.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const CONNECT_MS = 2000
/** With the removal after a failed upload, and the work before it, below ten seconds. */
const ANSWER_MS = 5000
/** For what may fail: a check, and a removal, which the sweep repeats. */
const SHORT_MS = 2000
const SILENCE_MS = 30_000
/** A sweep asks for hundreds of files at once: calls that wait for a connection would count as failures of the store. */
const CONCURRENT_CALLS = 64
/** More than the downloads that are sent at once, each of which holds a socket for as long as its reader takes. */
const MAX_SOCKETS = 1280
const ATTEMPTS = 2
const PROBE = 'probe'

/** Stores files in a bucket of an S3 store. `put` resolves after the store has verified the content's SHA-256. */
export const objectStorage = async ({
  address,
  tempFolder,
  isKey = isStorageKey,
  answerMs = ANSWER_MS,
  silenceMs = SILENCE_MS,
}: ObjectStoreOptions): Promise<Storage> => {
  await mkdir(tempFolder, { recursive: true })
  const { bucket: Bucket, prefix } = address
  const client = new S3Client(configOf(address))
  const circuit = createCircuit({
    isFailure: (error) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
    refusal: () => storageError('EIO', 'the object store did not answer the last calls'),
  })
  const limit = pLimit(CONCURRENT_CALLS)
  /** Ends a call that makes no progress. The content of an answer may take longer. */
  const send = <T>(call: (signal: { abortSignal: AbortSignal }) => Promise<T>, ms = answerMs, progress = () => 0) => {
    const sendNow = async () => {
      const silence = new AbortController()
      let last = { progress: progress(), at: performance.now() }
      const timer = setInterval(() => {
        if (progress() !== last.progress) last = { progress: progress(), at: performance.now() }
        else if (performance.now() - last.at >= ms) silence.abort()
      }, ms / 10)
      try {
        return await call({ abortSignal: silence.signal })
      } catch (error) {
        throw silence.signal.aborted
          ? storageError('ETIMEDOUT', 'the object store does not answer', error)
          : asStorageError(error)
      } finally {
        clearInterval(timer)
      }
    }
    return limit(() => circuit.run(sendNow))
  }
  const checked = (key: string) => checkedKey(key, isKey)
  const at = (key: string) => ({ Bucket, Key: prefix + checked(key) })

  const putOnce = async (key: string, content: string | Uint8Array, { sha256, bytes }: Digest, ms?: number) => {
    const file = typeof content === 'string' ? createReadStream(content) : undefined
    const command = new PutObjectCommand({ ...at(key), Body: file ?? (content as Uint8Array), ContentLength: bytes })
    // Signed with the request, so the store refuses any other content.
    command.middlewareStack.add(
      (next) => (args) => {
        ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256
        return next(args)
      },
      { step: 'build' },
    )
    try {
      await send(
        (signal) => client.send(command, signal),
        ms,
        () => file?.bytesRead ?? 0,
      )
    } finally {
      file?.destroy()
    }
  }

  const put: Storage['put'] = async (key, content) => {
    checked(key)
    try {
      const digest = await digestContent(typeof content === 'string' ? createReadStream(content) : [content])
      // The client repeats what it has in memory, but no streams.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await putOnce(key, content, digest)
        } catch (error) {
          if (attempt === ATTEMPTS || (error as NodeJS.ErrnoException).code !== 'EIO') throw error
        }
      }
    } finally {
      if (typeof content === 'string') await rm(content, { force: true })
    }
  }

  async function* chunksOf(key: string, part?: Part): AsyncGenerator<Buffer> {
    const Range = part && `bytes=${part.first}-${part.last}`
    const command = new GetObjectCommand({ ...at(key), ...(Range && { Range }) })
    const { Body } = await send((signal) => client.send(command, signal))
    const body = Body as Readable
    try {
      const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      for (;;) {
        // Only the store's silence counts: a slow reader may take its time between two chunks.
        const timer = setTimeout(
          () => body.destroy(storageError('ETIMEDOUT', 'the object store fell silent')),
          silenceMs,
        )
        const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
        if (done) return
        yield value
      }
    } catch (error) {
      throw asStorageError(error)
    } finally {
      body.destroy()
    }
  }

  const size: Storage['size'] = async (key) => {
    const command = new HeadObjectCommand(at(key))
    return send((signal) => client.send(command, signal)).then(({ ContentLength }) => ContentLength, undefinedIfMissing)
  }
  const remove = async (key: string) => {
    const command = new DeleteObjectCommand(at(key))
    await send((signal) => client.send(command, signal), Math.min(answerMs, SHORT_MS))
  }

  async function* list(folder: string) {
    const Prefix = prefix + (folder && `${folder}/`)
    let token: string | undefined
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ...(token && { ContinuationToken: token }) })
      const page = await send((signal) => client.send(command, signal))
      for (const { Key = '', LastModified = new Date(), Size = 0 } of page.Contents ?? []) {
        const key = Key.slice(prefix.length)
        if (isKey(key) && key !== PROBE) yield { key, changedAt: LastModified, bytes: Size }
      }
      token = page.NextContinuationToken
    } while (token)
  }

  return {
    put,
    read: (key, part) => {
      checked(key)
      return Readable.from(chunksOf(key, part), { objectMode: false })
    },
    streamRange: async (key, part, write) => {
      for await (const chunk of chunksOf(key, part)) await write(chunk)
    },
    size,
    // A store replaces files as a whole, and verifies them itself.
    version: async () => 'stored',
    remove,
    list,
    tempFolder,
    check: async () => {
      const content = Buffer.from(randomUUID())
      await putOnce(PROBE, content, await digestContent([content]), SHORT_MS)
      await remove(PROBE)
    },
  }
}

type Digest = Awaited<ReturnType<typeof digestContent>>

const configOf = ({ endpoint, region, accessKey, secret }: ObjectStoreAddress): S3ClientConfig => ({
  endpoint,
  region,
  credentials: { accessKeyId: accessKey, secretAccessKey: secret },
  // Stores other than Amazon's know neither buckets as host names nor checksums behind the content.
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // Set, so that the client looks for nothing in the environment.
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  defaultsMode: 'standard',
  retryMode: 'standard',
  // It would write to the console.
  logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
  maxAttempts: ATTEMPTS,
  expectContinueHeader: false,
  requestHandler: {
    connectionTimeout: CONNECT_MS,
    httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
  },
})

const ignore = () => {}

const storageError = (code: string, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause: (cause as Error | undefined)?.name }), { code })

/** A missing file, or a failure of the store. The client's errors carry the whole exchange and are not passed on. */
const asStorageError = (error: unknown) => {
  const { name, code, $metadata } = error as { name: string; code?: string; $metadata?: { httpStatusCode?: number } }
  if (code === 'ETIMEDOUT' || code === 'ENOENT') return error
  const status = $metadata?.httpStatusCode
  if (name === 'NoSuchKey' || name === 'NotFound') return storageError('ENOENT', 'the object store has no such file')
  return storageError('EIO', `the object store failed: ${[code ?? name, status].filter(Boolean).join(' ')}`)
}
