type Code = 'unsupported' | 'in-use' | 'folder-unusable' | 'start-failed'

/** The embedded PostgreSQL can't run. The message is one line for the person who starts the server. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  readonly code: Code

  constructor(code: Code, message: string) {
    super(message)
    this.code = code
  }
}
