import type { $ZodType } from 'zod/v4/core'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { PROBLEMS, STATUS } from '#contract/api/problems.ts'
import { exampleOf } from './example-of.ts'
import { jsonSchemaOf } from '#server/platform/http/response/json-schema.ts'

type Json = Record<string, unknown>

const PROBLEM_BODY: Json = {
  type: 'object',
  required: ['message', 'type', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A sentence for the person.' },
    type: { enum: [...Object.keys(STATUS), 'unknown'], description: 'A stable word for programs.' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Messages by field.' },
    needsVerification: { type: 'boolean' },
    suggestion: { type: 'string', description: 'A free value, where the value sent is taken.' },
    requestId: { type: 'string' },
  },
}

const WHO: Record<Endpoint['access'], string> = {
  open: 'Anyone may call it.',
  library: 'Any session, guests included; anyone where the library is open to everyone.',
  member: 'Any session, guests included.',
  registered: 'Any session that is no guest.',
  author: 'Authors, moderators and administrators.',
  moderator: 'Moderators and administrators.',
  admin: 'Administrators.',
}

/** The API as an OpenAPI 3.1 document, derived from the contract's calls. */
export const openApiOf = (calls: readonly Endpoint[], version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quillhouse',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      summary: 'A free library that its authors run',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: PROBLEM_BODY },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that logging in answers with.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token that `POST /auth/tokens` answers with, for calls of its scopes: `read` or `write`. Its scopes `feeds` and `sync` are for `/opds` and `/kosync`. It has no part in administration, moderation and the account.',
        },
      },
    },
  }
}

const operationOf = (call: Endpoint): Json => ({
  operationId: `${call.method.toLowerCase()}${call.path.replace(/[/:-]+(\w)/g, (_, renderMail: string) => renderMail.toUpperCase())}`,
  tags: [call.path.split('/')[1] ?? ''],
  summary: call.summary,
  description: WHO[call.access],
  security: [
    ...(call.access === 'open' || call.access === 'library' ? [{}] : []),
    { session: [] },
    ...(call.scope ? [{ token: [call.scope] }] : []),
  ],
  parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
  ...(call.body && { requestBody: bodyOf(call, call.body) }),
  responses: { [call.status ?? 200]: answerOf(call), ...failuresOf(call) },
})

const parametersOf = (schema: $ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, rule]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: rule,
    example: exampleOf(rule, name),
  }))
}

const bodyOf = (call: Endpoint, schema: $ZodType): Json => {
  const rule = jsonSchemaOf(schema, 'input')
  const extra = Object.values(call.files ?? {}).flatMap(({ base64Field }) => base64Field ?? [])
  for (const name of extra)
    (rule['properties'] as Json)[name] = { type: 'string', description: 'The same file as base64.' }
  return {
    required: true,
    content: { [call.files ? 'multipart/form-data' : 'application/json']: { schema: rule, example: exampleOf(rule) } },
  }
}

const answerOf = (call: Endpoint): Json => {
  if (call.fileType)
    return { description: 'The file.', content: { [call.fileType]: { schema: { type: 'string', format: 'binary' } } } }
  if (!call.response) return { description: 'Done.' }
  const schema = jsonSchemaOf(call.response, 'output', 'openapi')
  return { description: 'Done.', content: { 'application/json': { schema, example: exampleOf(schema) } } }
}

const problemAnswer = (status: number): Json => {
  const types = Object.entries(STATUS).flatMap(([type, of]) => (of === status ? [type] : []))
  const known = Object.values(PROBLEMS).find(({ type }) => types.includes(type))
  return {
    description: types.join(' or '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: { message: known?.message ?? '', type: known?.type ?? 'unknown', requestId: 'req-1' },
      },
    },
  }
}

const failuresOf = (call: Endpoint): Json => {
  const statuses = [
    ...(call.query || call.body ? [400] : []),
    ...(call.access === 'open' ? [] : [401, 403]),
    ...(call.params ? [404] : []),
    ...(call.body ? [413, 415] : []),
    ...(call.files ? [422] : []),
    429,
    503,
  ]
  return Object.fromEntries(statuses.map((status) => [status, problemAnswer(status)]))
}
