/** A pino logger fits. */
export type DatabaseLog = {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
}
