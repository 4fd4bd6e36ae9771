import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { Problem } from '#contract/problems.ts'

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const QUEUE_MAX = 40
const AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2))

let running = 0
const waiting: (() => void)[] = []

/** Hashing costs 20 ms and 19 MiB, so only a few run at once; a storm of logins is turned away, not queued forever. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE_MAX) throw new Problem('overloaded', { retryAfter: 2 })
    await new Promise<void>((go) => waiting.push(go))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

const normal = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) => inTurn(() => hash(normal(password), COST))

/** Of a random password: compared where there is no account, so that both answers take the same time. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$0QvsVL9OdeUlSXJLyQPDdhH7NklXwLPMi2V6JvuYKDc'

export const isPassword = async (password: string, passwordHash: string | null): Promise<boolean> => {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODY, normal(password)))
  return matches && passwordHash !== null
}
