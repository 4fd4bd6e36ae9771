/** The database can't be used as it is; the message is one line for the person who starts the server. */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseRefused'
}
