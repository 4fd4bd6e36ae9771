import * as z from 'zod/mini'

/** What an author can declare of a file: it is the author's own work, or everybody may publish it. */
export const RIGHTS = ['own', 'free'] as const
export type Rights = (typeof RIGHTS)[number]

const BAD_RIGHTS = `The rights are one of ${RIGHTS.join(', ')}`
export const rights = z.optional(z.enum(RIGHTS, BAD_RIGHTS))

/** The latest declaration of a book, and whether it is of the file that the book has now. */
export const Declared = z.object({ rights: z.enum(RIGHTS), at: z.string(), isOfFile: z.boolean() })
export type Declared = z.infer<typeof Declared>

/** A published book with the same file. */
export const SameFile = z.object({ _id: z.string(), title: z.string(), author: z.string() })
export type SameFile = z.infer<typeof SameFile>

/** What moderators see of it. `sha256` is in hex; `by` is null if the account is deleted. */
export const Declaration = z.extend(Declared, { by: z.nullable(z.string()), sha256: z.string() })
export type Declaration = z.infer<typeof Declaration>
