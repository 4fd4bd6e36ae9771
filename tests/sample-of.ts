import type { $ZodType, $ZodTypes } from 'zod/v4/core'

const MOMENT = '2026-03-14T09:26:53.000Z'
/** Texts by the name of their field, where not any text will do. */
const TEXTS: [name: RegExp, text: string][] = [
  [/At$|^at$|until$|since$/i, MOMENT],
  [/^(?:day|date|from|to)$/, MOMENT.slice(0, 10)],
  [/^month$/, MOMENT.slice(0, 7)],
  [/^_?id$|Id$/, '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'],
  [/^genre$/, 'Poetry'],
  [/^image$/, '/covers/a.webp'],
  [/url$/i, 'https://example.org/a'],
  [/color$/i, '#334455'],
  [/language/i, 'en'],
]
const NUMBER = 3

/**
 * A value of the schema of an answer: one of each list, all that is optional, and texts that say what they are. An empty
 * one has no entries in its lists, no optional field, and 0 for each number.
 */
export const sampleOf = (schema: $ZodType, isEmpty = false, name = ''): unknown => {
  const { def } = schema._zod as $ZodTypes['_zod']
  const inner = (type: unknown, key = name) => sampleOf(type as $ZodType, isEmpty, key)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, type]) => [key, inner(type, key)]))
    case 'array':
      return isEmpty ? [] : [inner(def.element)]
    case 'tuple':
      return def.items.map((item) => inner(item))
    case 'record':
      return isEmpty ? {} : { [String(inner(def.keyType, ''))]: inner(def.valueType) }
    case 'optional':
      return isEmpty ? undefined : inner(def.innerType)
    case 'nullable':
      return isEmpty ? null : inner(def.innerType)
    case 'default':
    case 'readonly':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.out)
    case 'lazy':
      return inner(def.getter())
    case 'union':
      return inner(def.options[0])
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return isEmpty ? 0 : NUMBER
    case 'boolean':
      return !isEmpty
    case 'string':
      return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? `some ${name}`
    case 'null':
      return null
    case 'any':
    case 'unknown':
      return undefined
    default:
      throw new Error(`no sample of ${def.type} for ${name}`)
  }
}
