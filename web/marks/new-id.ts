const VERSION_7 = 0x70
const VARIANT = 0x80
const TIME_BYTES = 6

/** A UUID of version 7: a time in milliseconds, then random bits. crypto.randomUUID is undefined without TLS. */
export const newId = (now = Date.now()): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let i = 0; i < TIME_BYTES; i++) bytes[i] = Math.floor(now / 2 ** (8 * (TIME_BYTES - 1 - i)))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_7
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
