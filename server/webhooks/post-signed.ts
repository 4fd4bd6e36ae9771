import { createHmac } from 'node:crypto'
import { requestTarget, type Target } from '#server/platform/outgoing/public-target.ts'

const TIMEOUT_MS = 10_000
const SECRET_PREFIX = 'whsec_'

interface Message {
  id: string
  sentAt: Date
  secret: string
  body: string
}

/** The headers of https://www.standardwebhooks.com, for which receivers have libraries in many languages. */
const signedHeaders = ({ id, sentAt, secret, body }: Message) => {
  const seconds = Math.floor(sentAt.getTime() / 1000)
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}

export const toSecret = (key: Buffer) => `${SECRET_PREFIX}${key.toString('base64')}`

/**
 * Posts a message to an address that was resolved before, and resolves to the status of the answer. It follows no
 * redirect and reads no body. Rejects if there is no answer within ten seconds.
 */
export const postSigned = (url: URL, target: Target, message: Message): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = Buffer.from(message.body)
    const request = requestTarget(url, target, {
      method: 'POST',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'Quillhouse-Webhooks',
        ...signedHeaders(message),
      },
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
