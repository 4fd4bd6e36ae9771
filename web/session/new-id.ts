const VARIANT = 0x80
const TIME_BYTES = 6

// crypto.randomUUID is undefined without TLS, for example on a local network.
const randomBytes = () => crypto.getRandomValues(new Uint8Array(16))

const toId = (bytes: Uint8Array, version: number): string => {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A random UUID. */
export const randomId = (): string => toId(randomBytes(), 4)

/** A UUID of version 7: a time in milliseconds, then random bits. */
export const timeOrderedId = (now = Date.now()): string => {
  const bytes = randomBytes()
  for (let i = 0; i < TIME_BYTES; i++) bytes[i] = Math.floor(now / 2 ** (8 * (TIME_BYTES - 1 - i)))
  return toId(bytes, 7)
}
