import type { FastifyRequest } from 'fastify'
import { safeParse, type $ZodType } from 'zod/v4/core'
import type { Endpoint, Parsed } from '#contract/api/endpoint.ts'
import { Problem, PROBLEMS } from '#contract/api/problems.ts'
import { createBodyGate } from './admission.ts'
import type { Caller } from './caller-access.ts'
import { allowLongUpload } from './connections.ts'
import { receiveUpload, uploadTimeout } from '#server/platform/http/uploads/receive-upload.ts'
import { parsed } from './validate.ts'

/** A checked request: its caller, its parts, and where it came from. */
export type RequestInput<E extends Endpoint> = Parsed<E> & {
  caller: E['access'] extends 'open' | 'library' ? Caller | null : Caller
  /** The address it came from, and the browser it names. */
  from: { address: string; userAgent: string }
}

const FORM = /^multipart\/form-data\b/i

interface ReceiveOptions {
  /** Changes the fields of a form before they are checked. */
  prepare: ((form: Record<string, unknown>) => Record<string, unknown>) | undefined
  tempFolder: string
}

/** Receives and checks the parts of a call's requests; `discard` removes the files that came with one. */
export const inputReceiver = <E extends Endpoint>(call: E, { prepare, tempFolder }: ReceiveOptions) => {
  const admitBody = createBodyGate(call)
  return async (request: FastifyRequest, params: unknown) => {
    const { headers, caller } = request
    const query = call.query && parsed(call.query, request.query)
    if (!call.body) assertNoBody(request.body)
    const isForm = call.files && !(call.takesJson && headers['content-type']?.startsWith('application/json'))
    if (!isForm && FORM.test(headers['content-type'] ?? '')) throw new Problem('unsupportedType')
    const upload =
      isForm && call.files
        ? await admitBody(callerKey(request), () => receiveForm(request, call.files ?? {}, tempFolder))
        : undefined
    try {
      const form = upload && prepare ? prepare(upload.fields) : upload?.fields
      const body = call.body && parsed(call.body, form ?? request.body)
      const from = { address: request.ip, userAgent: String(headers['user-agent'] ?? '').slice(0, 300) }
      const input = {
        caller,
        from,
        ...(call.params ? { params } : {}),
        ...(call.query ? { query } : {}),
        ...(call.body ? { body } : {}),
      }
      return { input: input as RequestInput<E>, discard: upload?.discard }
    } catch (error) {
      await upload?.discard()
      throw error
    }
  }
}

/** By whom the concurrent work of a request is counted. */
export const callerKey = ({ caller, ip }: FastifyRequest): string => caller?.id ?? ip

/** A malformed id is an unknown one, whose message its schema has. */
export const parsePath = (schema: $ZodType, params: unknown) => {
  const result = safeParse(schema, params)
  if (result.success) return result.data
  throw new Problem('notFound', { message: result.error.issues[0]?.message ?? PROBLEMS.notFound.message })
}

const assertNoBody = (body: unknown) => {
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  if (!isEmpty || Array.isArray(body)) throw new Problem('invalid', { message: 'This call does not accept a body.' })
}

const receiveForm = (request: FastifyRequest, files: NonNullable<Endpoint['files']>, tempFolder: string) => {
  if (!FORM.test(request.headers['content-type'] ?? '')) throw new Problem('unsupportedUpload')
  allowLongUpload(request.raw, uploadTimeout(files))
  return receiveUpload(request.raw, files, tempFolder)
}
