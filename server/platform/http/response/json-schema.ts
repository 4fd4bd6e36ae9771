import { toJSONSchema, type $ZodType } from 'zod/v4/core'

type Json = Record<string, unknown>

/** The JSON Schema of a part of a call; files in a form are binary strings. */
export const jsonSchemaOf = (
  schema: $ZodType,
  io: 'input' | 'output',
  use: 'serializer' | 'openapi' = 'serializer',
): Json => {
  const made = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: use === 'openapi' || io === 'input' ? 'draft-2020-12' : 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, { type: 'string', format: 'binary' })
    },
  }) as Json
  delete made['$schema']
  return io === 'output' && use === 'serializer' ? nullable(made) : made
}

/** Turns 'X or null' into a nullable X, so that the serializer needs no validator to choose between them. */
const nullable = (schema: Json): Json => {
  const walked = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, deep(value)]))
  const [one, other] = Array.isArray(walked['anyOf']) && walked['anyOf'].length === 2 ? (walked['anyOf'] as Json[]) : []
  if (!one || other?.['type'] !== 'null') return walked
  const { anyOf: _, ...rest } = walked
  // Where the serializer chooses between objects, it validates them, and null is in no list of words.
  const words = Array.isArray(one['enum']) ? { enum: [...(one['enum'] as unknown[]), null] } : {}
  return { ...one, ...rest, ...words, nullable: true }
}

const deep = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(deep)
  return typeof value === 'object' && value !== null ? nullable(value as Json) : value
}
