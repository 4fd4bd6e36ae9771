import * as z from 'zod/mini'
import { PROBLEMS, type ProblemName } from '#contract/api/problems.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

const id = (message: string) => z.string(message).check(z.regex(UUID, message))

/** The id of anything. */
export const Id = id('This id is not valid.')

/** An id in a path: a malformed one is answered like an unknown one, with this problem's message. */
export const idInPath = (unknown: ProblemName) => id(PROBLEMS[unknown].message)
