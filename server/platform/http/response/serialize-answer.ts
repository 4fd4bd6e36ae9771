import fastJson from 'fast-json-stringify'
import { safeParse } from 'zod/v4/core'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { jsonSchemaOf } from './json-schema.ts'

/**
 * Writes the answers of a call by its schema; undefined for a call without an answer. With `checkAnswers` one that
 * breaks its contract is an error.
 */
export const answerSerializer = (
  { method, path, response }: Endpoint,
  checkAnswers: boolean,
): ((answer: unknown) => string) | undefined => {
  if (!response) return undefined
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    if (checkAnswers) {
      const checked = safeParse(response, answer)
      if (!checked.success) throw new Error(`${method} ${path} broke its contract: ${checked.error.message}`)
    }
    // Compiled with the first answer: the serializers of all calls would take a tenth of a second of each start.
    write ??= fastJson(jsonSchemaOf(response, 'output') as fastJson.AnySchema) as (answer: unknown) => string
    return write(answer)
  }
}
