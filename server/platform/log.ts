import { pino } from 'pino'

/** JSON lines; what could be used against a person never gets in, even where a whole object is logged. */
export const createLog = (level: string) =>
  pino({
    level,
    redact: {
      paths: ['password', 'token', 'email', 'authorization', '*.password', '*.token', '*.email', '*.authorization'],
      censor: '[kept out]',
    },
    base: null,
  })
