import { pino } from 'pino'
import { requestFields } from './request-context.ts'

/** A logger of JSON lines. Secrets and mail addresses are redacted, even where a whole object is logged. */
export const createLog = (level: string) =>
  pino({
    level,
    redact: {
      paths: ['password', 'token', 'email', 'authorization', '*.password', '*.token', '*.email', '*.authorization'],
      censor: '[redacted]',
    },
    base: null,
    mixin: requestFields,
  })
