import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '#contract/second-factors.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

// CBOR, as much of it as an attestation needs. Lengths are below 65,536.
const head = (type: number, length: number) => {
  if (length < 24) return Buffer.from([(type << 5) | length])
  return length < 256
    ? Buffer.from([(type << 5) | 24, length])
    : Buffer.from([(type << 5) | 25, length >> 8, length & 255])
}
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (data: string) => Buffer.concat([head(3, data.length), Buffer.from(data)])
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
const list = (items: Buffer[]) => Buffer.concat([head(4, items.length), ...items])

/** The certificate of a maker of authenticators, and its key. */
const MAKER = {
  certificate: Buffer.from(
    'MIICBTCCAaygAwIBAgIUJInXkcyCiubGk1KpK8GJ0fQO5xswCgYIKoZIzj0EAwIwWTELMAkGA1UEBhMCR0IxEDAOBgNVBAoMB0V4' +
      'YW1wbGUxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xFDASBgNVBAMMC0V4YW1wbGUga2V5MCAXDTI2MTEyMjA5' +
      'NTgwNloYDzIxMjYxMDI5MDk1ODA2WjBZMQswCQYDVQQGEwJHQjEQMA4GA1UECgwHRXhhbXBsZTEiMCAGA1UECwwZQXV0aGVudGlj' +
      'YXRvciBBdHRlc3RhdGlvbjEUMBIGA1UEAwwLRXhhbXBsZSBrZXkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARDWMRxollE5zEC' +
      'dPR4c815OaeoEw6/Z+MPLNPDLPIWgK7JPtuUhRmd6M03nEeBobQ0c+byFd6r1ZAyrtz9BPAoo1AwTjAdBgNVHQ4EFgQUcTwcBFxf' +
      'oK/32epsfIushTm78b4wHwYDVR0jBBgwFoAUcTwcBFxfoK/32epsfIushTm78b4wDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNH' +
      'ADBEAiBI2diCblVHEMvX/ikFaxYtpW5JTpmThj37QQIwDhGwvgIgMZJ9OJlmy1r/nNT/hYEE2kyUMtsk8HUD44e/NtbTxUY=',
    'base64',
  ),
  key: createPrivateKey({
    key: Buffer.from(
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjrsEkYzFk0tXrmMeVDonWBStaa50nWvzeDPZOouxf2GhRANCAARD' +
        'WMRxollE5zECdPR4c815OaeoEw6/Z+MPLNPDLPIWgK7JPtuUhRmd6M03nEeBobQ0c+byFd6r1ZAyrtz9BPAo',
      'base64',
    ),
    format: 'der',
    type: 'pkcs8',
  }),
}

/** A passkey in software, for one account at one site, which says what a test wants it to say. */
export const aPasskey = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: from, crossOrigin: false }))
  const authenticatorData = (flags: number, rest = Buffer.alloc(0), rpId = new URL(origin).hostname) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }

  return {
    id: base64url(id),
    /** Sets how often it claims to have signed. */
    countTo: (to: number) => {
      counter = to
    },
    create: (challenge: string, { certificates = false, verified = true } = {}): Attestation => {
      const key = map([
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), bytes(Buffer.from(x, 'base64url'))],
        [int(-3), bytes(Buffer.from(y, 'base64url'))],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const flags = USER_PRESENT | HAS_CREDENTIAL | (verified ? USER_VERIFIED : 0)
      const data = authenticatorData(flags, credential)
      const client = clientData('create', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), MAKER.key)
      const statement: [Buffer, Buffer][] = [
        [text('alg'), int(-7)],
        [text('sig'), bytes(signature)],
        [text('x5c'), list([bytes(MAKER.certificate)])],
      ]
      const attestation = map([
        [text('fmt'), text(certificates ? 'packed' : 'none')],
        [text('attStmt'), map(certificates ? statement : [])],
        [text('authData'), bytes(data)],
      ])
      return {
        id: base64url(id),
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
    },
    sign: (challenge: string, { verified = true, from = origin, type = 'get' } = {}): Assertion => {
      counter += 1
      const data = authenticatorData(USER_PRESENT | (verified ? USER_VERIFIED : 0))
      const client = clientData(type, challenge, from)
      return {
        id: base64url(id),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      }
    },
  }
}
