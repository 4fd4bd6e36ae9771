import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
const SESSION_PREFIX = 'ebk_'
const SESSION_TOKEN = /^ebk_[\w-]{43}$/

/** 256 random bits for a link in a mail. */
export const newMailToken = () => randomBytes(BYTES).toString('base64url')

/** 256 random bits for a session, with a prefix that secret scanners can recognise. */
export const newSessionToken = () => SESSION_PREFIX + newMailToken()

export const isSessionToken = (text: string) => SESSION_TOKEN.test(text)

/** The SHA-256 of a token, which is what the database stores. */
export const hashOf = (token: string) => hash('sha256', token, 'buffer')
