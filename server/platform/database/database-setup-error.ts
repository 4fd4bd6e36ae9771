/** The database can't be used. The message is one line for the person who starts the server. */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseSetupError'
}
