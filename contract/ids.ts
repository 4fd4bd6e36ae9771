import * as z from 'zod/mini'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** The id of anything. */
export const Id = z.string().check(z.regex(UUID))
