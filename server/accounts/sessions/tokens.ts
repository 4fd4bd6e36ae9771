import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
const SESSION_PREFIX = 'ebk_'
const SESSION_TOKEN = /^ebk_[\w-]{43}$/

/** 256 random bits for a link in a mail. */
export const newMailToken = () => randomBytes(BYTES).toString('base64url')

/** 256 random bits for a session, with a prefix that secret scanners can recognise. */
export const newSessionToken = () => SESSION_PREFIX + newMailToken()

const API_PREFIX = 'qh_'
const API_TOKEN = /^qh_[\da-hjkmnp-tv-z]{26}$/
/** Lower-case letters and digits of which no two look alike: people type these tokens on the keyboards of e-readers. */
const TYPEABLE = '0123456789abcdefghjkmnpqrstvwxyz'
const TYPED_LENGTH = 26

/** 130 random bits for a reading app or a program. */
export const newApiToken = () =>
  API_PREFIX + Array.from(randomBytes(TYPED_LENGTH), (byte) => TYPEABLE[byte % TYPEABLE.length]).join('')

/** Whether it is meant to be a token of a program. */
export const hasApiPrefix = (text: string) => text.startsWith(API_PREFIX)

export const isApiToken = (text: string) => API_TOKEN.test(text)

export const isSessionToken = (text: string) => SESSION_TOKEN.test(text)

/** The SHA-256 of a token, which is what the database stores. */
export const hashOf = (token: string) => hash('sha256', token, 'buffer')
