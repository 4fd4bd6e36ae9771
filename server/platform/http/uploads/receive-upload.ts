import { Busboy } from '@fastify/busboy'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileField } from '#contract/api/endpoint.ts'
import { isProblem, Problem } from '#contract/api/problems.ts'
import { UPLOAD_TIMEOUT_MS } from '#contract/publishing.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { ZIP_SIGNATURE } from '#contract/shapes/zip-signature.ts'
import { decodeTexts, fieldProblem, type UploadFields } from './decode-texts.ts'
import { drain } from './drain.ts'

/** What the body may have for each byte that its files may have: they can be sent as base64, with texts beside them. */
const BODY_FACTOR = 1.4
/** A body that is slower than this on average, once the first seconds are over, is ended. */
const MIN_BYTES_PER_SECOND = 16 * 1024
const SLOW_AFTER_MS = 10_000
const WATCH_MS = 1000
/** How many bytes of the rest of a rejected form are still read. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024
/** The most bytes of a text of a form, unless a file may come as text. */
const TEXT_MAX_BYTES = 1024 * 1024
/** Fields that are lists, separated by commas. A client made from the OpenAPI document sends a field for each item. */
const LISTS = new Set(['tags'])
/** As many further fields may a list have. */
const LIST_FIELDS_MAX = 10
/** The longest form is that of an administrator who changes every field of a book: 26 texts, and both files as texts. */
export const LIMITS = { parts: 32, fields: 28, files: 2, fieldNameSize: 100, headerPairs: 50 }

const ZIP = Buffer.from(ZIP_SIGNATURE, 'latin1')

/** When an upload is ended: after a time, or for its rate from a time on. */
export interface UploadTimes {
  timeoutMs?: number
  slowAfterMs?: number
}

/** The fields of a multipart body; its files are in a temporary folder until `discard`. */
export interface Upload {
  fields: UploadFields
  discard: () => Promise<void>
}

/** How long a body with these files may take. */
export const uploadTimeout = (files: Readonly<Record<string, FileField>>): number =>
  Math.max(UPLOAD_TIMEOUT_MS, ...Object.values(files).map((rule) => rule.timeoutMs ?? 0))

/** Streams a multipart body to temporary files within its limits; leaves no file behind when it throws. */
export const receiveUpload = async (
  request: IncomingMessage,
  files: Readonly<Record<string, FileField>>,
  folder: string,
  { timeoutMs = uploadTimeout(files), slowAfterMs = SLOW_AFTER_MS }: UploadTimes = {},
): Promise<Upload> => {
  const paths: string[] = []
  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
  const newPath = () => {
    const path = join(folder, randomUUID())
    paths.push(path)
    return path
  }
  try {
    const fields = await readParts(request, files, newPath, { timeoutMs, slowAfterMs })
    return { fields: await decodeTexts(fields, files, newPath), discard }
  } catch (error) {
    await Promise.all([isProblem(error, 'timeout') ? undefined : drain(request, MAX_DRAIN_BYTES), discard()])
    throw error
  }
}

const readParts = async (
  request: IncomingMessage,
  files: Readonly<Record<string, FileField>>,
  newPath: () => string,
  { timeoutMs, slowAfterMs }: Required<UploadTimes>,
): Promise<UploadFields> => {
  const fields: UploadFields = Object.create(null)
  const streams: Readable[] = []
  const writes: Promise<void>[] = []
  const parser = newParser(
    request,
    Math.max(TEXT_MAX_BYTES, ...Object.values(files).filter(isTextToo).map(maxTextBytes)),
  )
  const failed = Promise.withResolvers<never>()
  const fail = (error: unknown) => failed.reject(error)

  let texts = 0
  const addText = (name: string, value: string) => {
    const before = fields[name]
    if (LISTS.has(name) && typeof before === 'string') {
      fields[name] = `${before},${value}`
      return
    }
    texts += 1
    if (texts > LIMITS.fields) return fail(new Problem('tooLarge'))
    addField(name, value)
  }
  const addField = (name: string, value: string | UploadedFile) => {
    if (name in fields) return fail(new Problem('brokenUpload', { errors: { [name]: 'This field was sent twice.' } }))
    fields[name] = value
  }
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) return fail(new Problem('tooLarge'))
    addText(fieldOf(files, name)[0], value)
  })
  parser.on('file', (name, stream, fileName) => {
    const [target, rule] = fieldOf(files, name)
    if (!rule) {
      stream.resume()
      return fail(new Problem('invalid', { errors: { [name]: 'This field does not accept a file.' } }))
    }
    const file: UploadedFile = { path: newPath(), bytes: 0, fileName: fileName ?? '', field: name }
    addField(target, file)
    const written = writeWithin(stream, file, rule, name)
    written.catch(fail)
    streams.push(stream)
    writes.push(written)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => fail(new Problem('tooLarge')))
  }
  const cut = () => fail(new Problem('brokenUpload'))
  request.once('aborted', cut).once('error', cut)
  const counter = createCounter(Object.values(files).reduce((sum, rule) => sum + maxBodyBytes(rule), 0))
  const begunAt = performance.now()
  const watch = setInterval(
    () => {
      const ms = performance.now() - begunAt
      const isSlow = ms >= slowAfterMs && counter.bytes() < (ms / 1000) * MIN_BYTES_PER_SECOND
      if (ms >= timeoutMs || isSlow) fail(new Problem('uploadTimeout'))
    },
    Math.min(slowAfterMs, timeoutMs, WATCH_MS),
  )

  // The request stays out of the pipeline, which would destroy its socket before the response is sent.
  const all = pipeline(counter.stream, parser).then(() => Promise.all(writes))
  request.pipe(counter.stream)
  try {
    await Promise.race([all, failed.promise])
    return fields
  } catch (error) {
    request.unpipe(counter.stream)
    counter.stream.destroy()
    parser.destroy()
    // The parser leaves its file streams open: their writers would wait forever.
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(writes)
    throw toUploadError(error)
  } finally {
    clearInterval(watch)
    request.off('aborted', cut).off('error', cut)
    all.catch(() => {})
  }
}

/** The field that a form calls so, by its name or its other name, and what it may have if it is a file. */
const fieldOf = (files: Readonly<Record<string, FileField>>, name: string): [string, FileField | undefined] => {
  const named = Object.entries(files).find(([field, { alias }]) => field === name || alias === name)
  return named ?? [name, undefined]
}

/** Whether the file can be sent in a text field, which is held in memory. */
const isTextToo = ({ dataUrl, base64Field }: FileField) => dataUrl === true || base64Field !== undefined
/** The room for a file as base64. */
const maxTextBytes = ({ maxBytes }: FileField) => Math.ceil(maxBytes * BODY_FACTOR)
/** The room in a body for one file and the texts beside it. */
const maxBodyBytes = (rule: FileField) => Math.max(maxTextBytes(rule), rule.zip?.maxBytes ?? 0)

const newParser = (request: IncomingMessage, fieldSize: number) => {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        ...LIMITS,
        parts: LIMITS.parts + LIST_FIELDS_MAX,
        fields: LIMITS.fields + LIST_FIELDS_MAX,
        fieldSize,
      },
    })
  } catch {
    throw new Problem('brokenUpload')
  }
}

const createCounter = (maxBytes: number) => {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(bytes > maxBytes ? new Problem('tooLarge') : null, chunk)
    },
  })
  return { stream, bytes: () => bytes }
}

const writeWithin = (stream: Readable, file: UploadedFile, rule: FileField, name: string) => {
  let head: Buffer = Buffer.alloc(0)
  return pipeline(
    stream,
    new Transform({
      transform(chunk: Buffer, _, done) {
        if (head.length < ZIP.length) head = Buffer.concat([head, chunk.subarray(0, ZIP.length)])
        const { maxBytes, tooLarge } = (isZip(head) && rule.zip) || rule
        file.bytes += chunk.length
        done(file.bytes > maxBytes ? fieldProblem(name, tooLarge) : null, chunk)
      },
    }),
    createWriteStream(file.path),
  )
}

const isZip = (head: Buffer) => head.subarray(0, ZIP.length).equals(ZIP)

/** An error of the disk stays what it is; any other error while parsing is a broken body. */
const toUploadError = (error: unknown) => {
  const { code, syscall } = error as NodeJS.ErrnoException
  // The temporary folder is gone: its disk is not mounted.
  if (code === 'ENOENT') return new Problem('unavailable', { retryAfter: 2 })
  return error instanceof Problem || (syscall && code !== 'ECONNRESET') ? error : new Problem('brokenUpload')
}
