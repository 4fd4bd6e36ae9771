/** What servers say to a client that has to log in first (RFC 4954), or is not among those that they relay for. */
const RELAY_DENIED =
  /relay(?:ing)? (?:access )?(?:is )?(?:denied|prohibited|not (?:permitted|allowed))|(?:unable|not (?:permitted|allowed)|refus\w+|cannot) to relay|authentication (?:is )?required|must (?:issue a starttls|authenticate)/i
const AUTHENTICATION_REQUIRED = 530

/** Whether a mail was refused because this library may not send, which concerns all mails: a fault of SMTP_URL. */
export const isRelayDenied = ({ responseCode, response = '' }: { responseCode?: number; response?: string }): boolean =>
  responseCode === AUTHENTICATION_REQUIRED || RELAY_DENIED.test(response)
