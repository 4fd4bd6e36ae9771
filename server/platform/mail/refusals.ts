/** What servers say to a client that has to log in first (RFC 4954), or is not among those that they relay for. */
const RELAY_DENIED =
  /relay(?:ing)? (?:access )?(?:is )?(?:denied|prohibited|not (?:permitted|allowed))|(?:unable|not (?:permitted|allowed)|refus\w+|cannot) to relay|credentials for relay|authentication (?:is )?required|must (?:issue a starttls|authenticate)/i
const AUTHENTICATION_REQUIRED = 530

/** What servers say where the login may not send from this address, often not before the recipient or the message. */
const SENDER_DENIED =
  /sender address (?:rejected|is not allowed|not allowed)|relaying disallowed as|send as this sender|SendAsDenied|email address is not verified|verified sender identity/i

/** What servers say to a login that has sent its share of an hour or a day, in any order, and not of a full mailbox. */
const SHARE_IS_SENT =
  /^(?!.*(?:\b5\.2\.2\b|mailbox|storage|\bsize\b|receiv))(?=.*\b(?:rate|sending|submission|outmail|daily|hourly|per hour|per day)\b)(?=.*(?:limit|quota|\bmax))(?=.*(?:exceed|reached))/is

/** What servers say of a mail that is larger than they take. */
const TOO_LARGE = /\b5\.(?:2\.3|3\.4)\b|size (?:limit|exceed)|too (?:large|big)|exceeds .{0,40}size/i

interface Refusal {
  responseCode?: number
  response?: string
  /** The command of SMTP that was answered. */
  command?: string
}

/** Whether a mail was refused because this library may not send: a fault of SMTP_URL. */
export const isRelayDenied = ({ responseCode, response = '' }: Refusal): boolean =>
  responseCode === AUTHENTICATION_REQUIRED || RELAY_DENIED.test(response)

/** Whether a mail was refused because of its sender, who is the same of all mails: a fault of MAIL_FROM. */
export const isSenderDenied = ({ response = '', command }: Refusal): boolean =>
  command === 'MAIL FROM' || SENDER_DENIED.test(response)

/** Whether another mail would have been refused as well, so that this one is kept. */
export const concernsAllMails = (refusal: Refusal): boolean =>
  isRelayDenied(refusal) || isSenderDenied(refusal) || SHARE_IS_SENT.test(refusal.response ?? '')

/** Whether a mail was refused because of its size. */
export const isTooLarge = ({ response = '' }: Refusal): boolean => TOO_LARGE.test(response)
