import { config, safeParse, type $ZodIssue, type $ZodType, type output } from 'zod/v4/core'
import { type FieldErrors, Problem } from '#contract/api/problems.ts'

const NOT_VALID = 'This value is not valid. Please check it.'

// In place of the library's own messages, wherever the contract sets none.
config({ localeError: () => NOT_VALID })

const UNKNOWN_FIELD = 'This field is not known.'

/** Validates a part of a request. The problem's message is the first error in the order of the schema's fields. */
export const parsed = <S extends $ZodType>(schema: S, value: unknown): output<S> => {
  const result = safeParse(schema, value)
  if (result.success) return result.data
  const errors = fieldErrors(result.error.issues)
  const message = Object.values(errors)[0]
  throw new Problem('invalid', message ? { message, errors } : {})
}

const fieldErrors = (issues: readonly $ZodIssue[]): FieldErrors => {
  // Without a prototype: a field may be called 'constructor'.
  const errors: FieldErrors = Object.create(null)
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) errors[key] ??= UNKNOWN_FIELD
    else if (issue.path.length > 0) errors[issue.path.map(String).join('.')] ??= issue.message
  }
  return errors
}
