const BOT =
  /bot|crawl|spider|slurp|headless|preview|monitor|scrap|archiv|curl|wget|python|java\/|go-http|libwww|okhttp|^$/i

/** Whether a browser without a session names itself as a program that visits by itself. */
export const isBot = (userAgent: string): boolean => BOT.test(userAgent)
