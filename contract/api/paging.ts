import * as z from 'zod/mini'

const MAX_PAGE = 2_147_483_647
export const MAX_LIMIT = 100

const WHOLE = /^\d{1,10}$/

const whole = (message: string) =>
  z
    .string(message)
    .check(z.refine((text) => WHOLE.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE, message))

const PAGE = whole('The page is a whole number from 1.')
const LIMIT = whole('The limit is a whole number from 1.')
const cappedAt = (max: number) => (text: string) => Math.min(Number(text), max)

/** A page number in a query string: a whole number from 1, 1 by default. */
export const pageNumber = z.pipe(z.prefault(PAGE, '1'), z.transform(Number))

/** A page number without a default. */
export const pageIfSent = z.optional(z.pipe(PAGE, z.transform(Number)))

/** A limit in a query string; more than `max` counts as `max`. */
export const limitOf = (defaultLimit: number, max = MAX_LIMIT) =>
  z.pipe(z.prefault(LIMIT, String(defaultLimit)), z.transform(cappedAt(max)))

export const limitIfSent = z.optional(z.pipe(LIMIT, z.transform(cappedAt(MAX_LIMIT))))
