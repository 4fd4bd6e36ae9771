import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { Problem } from '#contract/api/problems.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A hash takes 20 ms and 19 MiB, so only a few run at a time. A class that logs in at once waits for a second; more are rejected. */
const limitHashing = createConcurrencyLimit({
  concurrency: Math.max(2, Math.floor(availableParallelism() / 2)),
  maxQueue: 80,
  onFull: () => new Problem('overloaded', { retryAfter: 2 }),
})

const normal = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) => limitHashing(() => hash(normal(password), COST))

/** The hash of a random password: compared where there is no account, so that both answers take the same time. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$0QvsVL9OdeUlSXJLyQPDdhH7NklXwLPMi2V6JvuYKDc'

export const isPassword = async (password: string, passwordHash: string | null): Promise<boolean> => {
  const matches = await limitHashing(() => verify(passwordHash ?? NOBODY, normal(password)))
  return matches && passwordHash !== null
}
